#!/usr/bin/env bash
# The tests of the Python package.
#
#   tests/python/check.sh tests PYTHON PACKAGES    pytest; PACKAGES is the folder that contains the built package
#   tests/python/check.sh types PYTHON PACKAGES    mypy --strict over the package and the examples
#   tests/python/check.sh wheel PYTHON PACKAGES    the wheel, installed into a fresh environment without network
#
# Exits with 77 and one line if a tool is missing.
set -euo pipefail
what=$1 python=$2 packages=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
skip() { echo "skipped: $1"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1

case $what in
  tests)
    "$python" -m pytest --version >/dev/null 2>&1 || skip "no pytest for $python"
    PYTHONPATH=$packages "$python" -m pytest -q -p no:cacheprovider "${@:4}" "$root/tests/python"
    ;;
  types)
    "$python" -m mypy --version >/dev/null 2>&1 || skip "no mypy for $python"
    cache=$(mktemp -d)
    trap 'rm -rf "$cache"' EXIT
    cd "$root"
    "$python" -m mypy --strict --python-version 3.8 --cache-dir "$cache" python/latewood
    if [ -d examples/python ]; then
      MYPYPATH=python "$python" -m mypy --strict --python-version 3.8 --cache-dir "$cache" --scripts-are-modules examples/python
    fi
    ;;
  wheel)
    "$python" -c 'import venv, ensurepip' 2>/dev/null || skip "no venv for $python"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    wheel=$("$python" "$root/tools/wheel.py" "$packages/latewood" "$work")
    [ "$("$python" "$root/tools/wheel.py" "$packages/latewood" "$work/again" | xargs cat | sha256sum)" = "$(sha256sum <"$wheel")" ] ||
      { echo "two wheels of the same files differ"; exit 1; }
    "$python" -m venv "$work/venv"
    "$work/venv/bin/python" -m pip install --no-index --quiet --disable-pip-version-check "$wheel"
    cd "$work"
    ./venv/bin/python "$root/tests/python/installed.py"
    ./venv/bin/python -m latewood --version
    ./venv/bin/latewood init --store shell.db
    ./venv/bin/python -m pip check --disable-pip-version-check
    ./venv/bin/python -m pip uninstall --quiet --yes --disable-pip-version-check latewood
    if ./venv/bin/python -c 'import latewood' 2>/dev/null; then echo "it is still there after uninstall"; exit 1; fi
    # The same file on every other interpreter that is here.
    for other in python3.8 python3.9 python3.10 python3.12 python3.13 python3.14; do
      "$other" -c 'import venv, ensurepip' 2>/dev/null || continue
      rm -rf "$work/other" "$work"/installed.db*
      "$other" -m venv "$work/other"
      "$work/other/bin/python" -m pip install --no-index --quiet --disable-pip-version-check "$wheel"
      ./other/bin/python "$root/tests/python/installed.py"
    done
    ;;
  *) echo "unknown test $what" >&2; exit 2 ;;
esac
