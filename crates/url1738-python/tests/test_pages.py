"""The code of the pages, block by block, in one fresh namespace per page."""

import pathlib
import re
import subprocess
import sys

import pytest

import url1738

HERE = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks():
    for page in ("README.md", "docs/recipes.md"):
        for number, match in enumerate(BLOCK.finditer((HERE / page).read_text(encoding="utf-8"))):
            yield pytest.param(match[1], id=f"{page}-{number}")


@pytest.mark.parametrize("code", list(blocks()))
def test_the_code_of_the_pages_runs(code, capsys):
    for name in re.findall(r"^import (\S+)", code, re.MULTILINE):
        pytest.importorskip(name)
    exec(compile("import url1738\n" + code, "page", "exec"), {"__name__": "page"})


def test_the_first_lines_print_what_one_expects(capsys):
    first = BLOCK.search((HERE / "README.md").read_text(encoding="utf-8"))[1]
    assert len(first.splitlines()) == 5
    run = subprocess.run([sys.executable, "-c", first], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "host.dom ('pub', 'a b') i",
        "http://host.dom/%7Ejoe/",
        "['http://host.dom/', 'ftp://host.dom/b']",
    ]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_stubs_and_recipes_have_types(checker, tmp_path):
    pytest.importorskip(checker)
    for number, match in enumerate(BLOCK.finditer((HERE / "docs/recipes.md").read_text(encoding="utf-8"))):
        (tmp_path / f"recipe{number}.py").write_text(match[1], encoding="utf-8")
    (tmp_path / "uses.py").write_text((HERE / "tests/uses_types.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportMissingTypeStubs": false}')
    if checker == "mypy":
        command = ["mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "."]
        packages = ["mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "-p", "url1738"]
    else:
        command = ["pyright", "--pythonpath", sys.executable, "--project", "."]
        stubs = pathlib.Path(url1738.__file__).parent.glob("*.pyi")
        packages = ["pyright", "--pythonpath", sys.executable, *map(str, stubs)]
    for words in (command, packages):
        run = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr


def test_stubs_have_what_the_module_has():
    pytest.importorskip("mypy")
    words = ["mypy.stubtest", "url1738", "--ignore-missing-stub"]
    run = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
