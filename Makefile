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

.PHONY: help setup setup-build build test run vectors node-types npm-pack python-sources wheel install deb record bench bench-quick bench-peers bench-proxy bench-start record-bench fuzz check-asan check-tsan check-clang check-structure format check-format tidy clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup:
	@tools/bootstrap.sh

# Without the browser and the npm packages of the tests.
setup-build:
	@tools/bootstrap.sh build

build: setup ## the binary at build/latewood
	@$(call configure,dev)

test: build ## everything that can fail: unit tests, vectors, laws, structure, command line
	@ctest --preset dev -j $(JOBS)

run: setup-build ## a short story on a store of its own, and the commands to try next
	@cmake --preset dev >/dev/null && cmake --build --preset dev -j $(JOBS) --target latewood_cli
	@tools/story.sh

vectors: build ## recomputes the golden vectors and compares
	@tools/vectors.sh

node-types: build ## writes the types of the Node package anew, from `latewood schema` and its sources
	@$(BUILD)/latewood schema | node node/tools/operation_types.mjs --write
	@node $(BUILD)/deps/node/node_modules/typescript/bin/tsc -p node
	@node node/tools/api_page.mjs --write

python-sources: ## writes codes.py, aio.py and docs/python_api.md anew, from what they follow from
	@python3 tools/python_sources.py

wheel: setup ## the Python package in build/wheel
	@$(call configure,npm) --target latewood_python
	@python3 tools/wheel.py $(BUILD)/npm/python/latewood $(BUILD)/wheel

install: setup ## the command line and the library under PREFIX, /usr/local if it is not given
	@$(call configure,package) --target latewood_installation
	@cmake --install $(BUILD)/package --prefix $(PREFIX) --strip

npm-pack: setup ## the npm packages in build/npm/packed: the client, and the engine for Linux on x64
	@$(call configure,npm) --target latewood_cli latewood_node
	@tools/npm_pack.sh $(BUILD)/npm/node/latewood.node $(BUILD)/npm/cli/latewood $(BUILD)/npm/packed

deb: ## a Debian package in build/package
	@tools/bootstrap.sh package
	@$(call configure,package) --target latewood_installation
	@cd $(BUILD)/package && cpack -G DEB

record: build ## rewrites the recorded outputs in tests/cli, tests/bindings and docs with what the commands give now
	@LATEWOOD_RECORD=1 $(BUILD)/dev/tests/tests_cli --gtest_brief=1 --gtest_filter=Transcripts.GiveTheirRecordedOutput
	@LATEWOOD_RECORD=1 $(BUILD)/dev/tests/tests_operations --gtest_brief=1 --gtest_filter='OperationDocument.*:Scenarios.*'
	@LATEWOOD_RECORD=1 tests/server/document_check.py $(BUILD)/latewood docs/http.md
	@if command -v node >/dev/null; then $(BUILD)/latewood schema | node node/tools/operation_types.mjs --write; fi

bench: setup-build ## ratios, in release mode, with JSON and plots in build/bench; exits non-zero if a target is missed
	@$(call configure,release)
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/release/bench/latewood_bench --json $(BUILD)/bench/bench.json --svg $(BUILD)/bench
	@if [ -e $(BUILD)/release/python ]; then python3 bench/bindings/python.py $(BUILD)/release/bench/latewood_bindings $(BUILD)/release/python; fi
	@if [ -e $(BUILD)/release/node/latewood.node ]; then tools/npm_stage.sh $(BUILD)/release/node/latewood.node $(BUILD)/release/cli/latewood $(BUILD)/release/node_stage/node_modules && node bench/bindings/node.mjs $(BUILD)/release/bench/latewood_bindings $(BUILD)/release/node_stage; fi

bench-quick: setup-build ## the same at small sizes in under a minute: results are judged, times are not
	@$(call configure,release)
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/release/bench/latewood_bench --quick --json $(BUILD)/bench/quick.json --svg $(BUILD)/bench/quick

bench-peers: setup ## the chat workload beside LangGraph's SQLite checkpointer, which npm installs
	@$(call configure,release)
	@tools/bench_peers.sh $(BUILD)

bench-proxy: setup-build ## what the recording proxy adds to the time to the first byte and takes from the throughput
	@$(call configure,dev) --target latewood_cli
	@bench/proxy.py $(BUILD)/latewood

bench-start: setup-build ## how long `latewood --version` and `latewood mcp` take to start, and their ratios in the same run
	@$(call configure,dev) --target latewood_cli
	@bench/start.py $(BUILD)/latewood

record-bench: setup-build ## writes the digests of the workloads and the instruction counts down as the right ones
	@$(call configure,release)
	@$(BUILD)/release/bench/latewood_bench --record
	@$(BUILD)/release/bench/latewood_bench --record --quick
	@$(call configure,dev)
	@tools/instructions.sh record $(BUILD)/dev/bench/latewood_paths

fuzz: ## every fuzz target for FUZZ_SECONDS each, JOBS at once, with clang
	@tools/bootstrap.sh fuzz
	@$(call configure,fuzz)
	@tools/fuzz.sh $(FUZZ_SECONDS) $(JOBS)

check-asan: setup ## the whole suite under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(call configure,asan-ubsan)
	@ctest --preset asan-ubsan -j $(JOBS)

check-tsan: setup ## the whole suite under ThreadSanitizer
	@$(call configure,tsan)
	@ctest --preset tsan -j $(JOBS)

check-clang: setup ## the whole suite, built with clang
	@tools/bootstrap.sh clang
	@$(call configure,clang)
	@ctest --preset clang -j $(JOBS)

check-structure: setup-build ## the tests that read sources and documents: they need little of the library
	@$(call configure,dev) --target tests_structure
	@$(BUILD)/dev/tests/tests_structure --gtest_brief=1

format: ## rewrites the sources with clang-format
	@tools/bootstrap.sh format
	@$(sources) | xargs clang-format -i

check-format: ## fails if `make format` would change a file
	@tools/bootstrap.sh format
	@$(sources) | xargs clang-format --dry-run --Werror

tidy: setup-build ## clang-tidy over the library and the command line
	@tools/bootstrap.sh tidy
	@cmake --preset tidy >/dev/null
	@git ls-files 'src/*.cc' 'cli/*.cc' | grep -v _test | xargs -n 4 -P $(JOBS) clang-tidy --quiet -p $(BUILD)/tidy

clean: ## removes everything that was built, but not what was downloaded
	@find $(BUILD) -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +
