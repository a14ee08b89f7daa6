#!/usr/bin/env python3
"""Packs the built Python package into a wheel, with the standard library alone.

    tools/wheel.py PACKAGE FOLDER

PACKAGE is the folder `latewood` of a build, with the module and the command line in it. The wheel is written to
FOLDER, and its path is printed. The same files give the same bytes.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAG = "cp38-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
WHEN = (1980, 1, 1, 0, 0, 0)


def version():
    return re.search(r"project\(latewood VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def metadata():
    return (
        "Metadata-Version: 2.1\nName: latewood\nVersion: %s\n"
        "Summary: A context engine for LLM agents: contexts as trees with rules, one snapshot per cycle\n"
        "Requires-Python: >=3.8\nClassifier: Typing :: Typed\n"
        "Description-Content-Type: text/markdown\n\n%s" % (version(), (ROOT / "docs/python.md").read_text())
    )


def stripped(path):
    """The bytes of a program without its symbols for debuggers."""
    if shutil.which("strip") is None:
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        subprocess.run(["strip", str(copy)], check=True)
        return copy.read_bytes()


def files(package):
    for path in sorted(package.rglob("*")):
        name = "latewood/" + path.relative_to(package).as_posix()
        if path.is_dir() or "__pycache__" in name:
            continue
        is_program = path.suffix == ".so" or path.parent.name == "bin"
        yield name, stripped(path) if is_program else path.read_bytes(), path.parent.name == "bin"
    # The ranks of exact token counters, where they could be made.
    for path in sorted((ROOT / "build/share/latewood").glob("*")):
        yield "latewood/share/latewood/" + path.name, path.read_bytes(), False
    info = "latewood-%s.dist-info/" % version()
    yield info + "METADATA", metadata().encode(), False
    yield info + "WHEEL", ("Wheel-Version: 1.0\nGenerator: latewood\nRoot-Is-Purelib: false\nTag: %s\n" % TAG).encode(), False
    yield info + "entry_points.txt", b"[console_scripts]\nlatewood = latewood.__main__:main\n", False
    yield info + "LICENSE", (ROOT / "LICENSE").read_bytes(), False


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write(wheel, name, data, is_program):
    entry = zipfile.ZipInfo(name, WHEN)
    entry.external_attr = (0o100755 if is_program else 0o100644) << 16  # installers keep the mode of regular files
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, data)


def main():
    package, folder = Path(sys.argv[1]), Path(sys.argv[2])
    if not (package / "_native.abi3.so").exists():
        sys.exit("wheel: %s has no _native.abi3.so: build the target latewood_python first" % package)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / ("latewood-%s-%s.whl" % (version(), TAG))
    unfinished = target.with_suffix(".part")
    record = []
    with zipfile.ZipFile(unfinished, "w") as wheel:
        for name, data, is_program in files(package):
            write(wheel, name, data, is_program)
            record.append("%s,%s,%d" % (name, digest(data), len(data)))
        name = "latewood-%s.dist-info/RECORD" % version()
        write(wheel, name, ("\n".join(record + [name + ",,"]) + "\n").encode(), False)
    os.replace(unfinished, target)
    print(target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
