"""Every example runs, and shows what it is about."""

import os
import subprocess
import sys

import pytest

import latewood
from conftest import ROOT

SHOWN = {
    "agent_loop": ["It is 21 m tall.", "completed, large", "cycle 3"],
    "retrieval_loop": ["Leaflet 12 (ttl)", "now: ['Leaflet 3:']", "then: ['Leaflet 12', 'Leaflet 7:']", "cause: ttl"],
    "sub_agent": ["from task/roots", "Diff(+"],
    "explain_yesterday": ["left in cycle", "expire", "Leaflet 12"],
}


def test_every_example_is_listed():
    files = {path.stem for path in (ROOT / "examples/python").glob("*.py")}
    assert files == set(SHOWN) | {"vendor"}


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_an_example_runs(name, tmp_path):
    path = os.path.dirname(os.path.dirname(latewood.__file__))
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/python" / (name + ".py"))],
        cwd=str(tmp_path), env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    for text in SHOWN[name]:
        assert text in done.stdout.decode(), done.stdout.decode()
