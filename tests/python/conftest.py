import os
import subprocess
import sys
from pathlib import Path

import pytest

import latewood

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(params=["memory", "sqlite"])
def repo(request, tmp_path):
    url = "memory:" if request.param == "memory" else str(tmp_path / "test.db")
    with latewood.open(url, clock="logical", actor="test") as opened:
        yield opened


@pytest.fixture
def ctx(repo):
    return repo.context("main")


@pytest.fixture
def run_python(tmp_path):
    """Runs a program in a process of its own, with the package on its path."""

    def run(program, *arguments, timeout=60):
        path = os.path.dirname(os.path.dirname(latewood.__file__))
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=str(tmp_path), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
        )

    return run


def story(ctx):
    """The story of the guide: a leaflet that leaves after two cycles."""
    ctx.system("You advise on trees.", id="prompt")
    ctx.add("Why does the oak drop leaves in July?", id="question")
    ctx.commit("the question", actor="gardener")
    ctx.add("Leaflet 12: compacted soil makes oaks drop leaves.", id="leaflet", ttl=2, offset=1)
    ctx.add("Probably the soil is compacted.", role="assistant", id="answer")
    ctx.commit("answer", actor="agent")
    ctx.commit("a cycle passes")
    return ctx.commit("another")
