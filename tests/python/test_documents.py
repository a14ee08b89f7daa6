"""The examples of the documents run, in their order, in an empty folder."""

import re

import pytest

from conftest import ROOT


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_every_example_of_a_page_runs(page, run_python):
    program = "\n".join(blocks(page))
    assert "latewood.open" in program
    done = run_python(program)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
