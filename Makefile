# Two commands do everything: `make test` and `make run`. Each sets up what is
# missing, builds, and does its work. `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)

BUILD := build
# Seconds each fuzz target runs under `make fuzz`.
FUZZ_SECONDS ?= 30
# Where `make install` puts things.
PREFIX ?= /usr/local

# New files too, not only those that are in the index.
sources = git ls-files --cached --others --exclude-standard '*.h' '*.cc'

configure = cmake --preset $(1) >/dev/null && cmake --build --preset $(1) -j $(JOBS)

.PHONY: help setup build test run vectors install deb record bench bench-quick bench-peers bench-start record-bench fuzz check-asan check-tsan check-clang check-structure format check-format tidy clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup:
	@tools/bootstrap.sh

build: setup ## the binary at build/latewood
	@$(call configure,dev)

test: build ## everything that can fail: unit tests, vectors, laws, structure, command line
	@ctest --preset dev -j $(JOBS)

run: setup ## a short story on a store of its own, and the commands to try next
	@cmake --preset dev >/dev/null && cmake --build --preset dev -j $(JOBS) --target latewood_cli
	@tools/story.sh

vectors: build ## recomputes the golden vectors and compares
	@tools/vectors.sh

install: setup ## the command line and the library under PREFIX, /usr/local if it is not given
	@$(call configure,package) --target latewood_installation
	@cmake --install $(BUILD)/package --prefix $(PREFIX) --strip

deb: ## a Debian package in build/package
	@tools/bootstrap.sh package
	@$(call configure,package) --target latewood_installation
	@cd $(BUILD)/package && cpack -G DEB

record: build ## rewrites the recorded outputs in tests/cli and docs with what the commands print now
	@LATEWOOD_RECORD=1 $(BUILD)/dev/tests/tests_cli --gtest_brief=1 --gtest_filter=Transcripts.GiveTheirRecordedOutput
	@LATEWOOD_RECORD=1 $(BUILD)/dev/tests/tests_operations --gtest_brief=1 --gtest_filter=OperationDocument.*

bench: setup ## ratios, in release mode, with JSON and plots in build/bench; exits non-zero if a target is missed
	@$(call configure,release)
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/release/bench/latewood_bench --json $(BUILD)/bench/bench.json --svg $(BUILD)/bench

bench-quick: setup ## the same at small sizes in under a minute: results are judged, times are not
	@$(call configure,release)
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/release/bench/latewood_bench --quick --json $(BUILD)/bench/quick.json --svg $(BUILD)/bench/quick

bench-peers: setup ## the chat workload beside LangGraph's SQLite checkpointer, which npm installs
	@$(call configure,release)
	@tools/bench_peers.sh $(BUILD)

bench-start: setup ## how long `latewood --version` and `latewood mcp` take to start, and their ratios in the same run
	@$(call configure,dev) --target latewood_cli
	@bench/start.py $(BUILD)/latewood

record-bench: setup ## writes the digests of the workloads and the instruction counts down as the right ones
	@$(call configure,release)
	@$(BUILD)/release/bench/latewood_bench --record
	@$(BUILD)/release/bench/latewood_bench --record --quick
	@$(call configure,dev)
	@tools/instructions.sh record $(BUILD)/dev/bench/latewood_paths

fuzz: ## every fuzz target for FUZZ_SECONDS each, with clang
	@tools/bootstrap.sh fuzz
	@$(call configure,fuzz)
	@tools/fuzz.sh $(FUZZ_SECONDS)

check-asan: setup ## the whole suite under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(call configure,asan-ubsan)
	@ctest --preset asan-ubsan -j $(JOBS)

check-tsan: setup ## the whole suite under ThreadSanitizer
	@$(call configure,tsan)
	@ctest --preset tsan -j $(JOBS)

check-clang: ## the whole suite, built with clang
	@tools/bootstrap.sh clang
	@$(call configure,clang)
	@ctest --preset clang -j $(JOBS)

check-structure: setup ## the tests that read sources and documents: they need little of the library
	@$(call configure,dev) --target tests_structure
	@$(BUILD)/dev/tests/tests_structure --gtest_brief=1

format: ## rewrites the sources with clang-format
	@tools/bootstrap.sh format
	@$(sources) | xargs clang-format -i

check-format: ## fails if `make format` would change a file
	@tools/bootstrap.sh format
	@$(sources) | xargs clang-format --dry-run --Werror

tidy: setup ## clang-tidy over the library and the command line
	@tools/bootstrap.sh tidy
	@cmake --preset tidy >/dev/null
	@git ls-files 'src/*.cc' 'cli/*.cc' | grep -v _test | xargs -n 4 -P $(JOBS) clang-tidy --quiet -p $(BUILD)/tidy

clean: ## removes everything that was built, but not what was downloaded
	@find $(BUILD) -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +
