from __future__ import annotations

import ast
from pathlib import Path

import pytest

from evobool.engines.compiling import folder

PACKAGE = folder.PACKAGE
Places = dict[str, tuple[str, str]]


def test_compiled_code_is_kept_in_the_folder_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    found = folder.cache_folder()
    assert found is not None
    assert found.parent == tmp_path
    assert found.is_dir()


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert folder.cache_folder() is None
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "NUMBA_CACHE_DIR" in told


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the engines and the model, which the folder is named after."""
    for source in [*(PACKAGE / "engines").rglob("*.py"), *(PACKAGE / "model").rglob("*.py")]:
        copy = tmp_path / "package" / source.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(folder, "PACKAGE", tmp_path / "package")
    return tmp_path / "package"


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("engines/kernels/mutate.py", True),
        ("engines/counts/structure.py", True),
        ("engines/compiling/linking.py", True),
        ("model/generator.py", True),
        ("model/settings/setting.py", False),
        ("engines/stepping.py", False),
    ],
)
def test_no_compiled_code_outlives_a_change_in_what_it_calls(copied: Path, name: str, matters: bool) -> None:
    before = folder.cache_folder()
    assert before == folder.cache_folder()
    with (copied / name).open("a") as file:
        file.write("# changed")
    assert (folder.cache_folder() != before) == matters


def test_a_read_only_installation_uses_the_cache_of_the_user(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (copied / "engines" / "__pycache__").touch()  # a file, so that no folder can be made of it, even by root
    found = folder.cache_folder()
    assert found is not None
    assert found.parent == tmp_path / "cache" / "evobool"


class Module:
    """What a module defines and imports at its top, by name."""

    def __init__(self, path: Path) -> None:
        self.imported: Places = {}
        self.defined: dict[str, ast.stmt] = {}
        self.kernels: list[ast.stmt] = []
        self.loose: list[ast.stmt] = []  # run when the module is imported, whatever it is for
        for each in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.ImportFrom):
                self.imported |= {
                    name.asname or name.name: (each.module or "", name.name) for name in each.names
                }
            elif isinstance(each, ast.FunctionDef | ast.ClassDef):
                self.defined[each.name] = each
                if each.decorator_list:
                    self.kernels.append(each)
            elif isinstance(each, ast.Assign | ast.AnnAssign):
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                names = [
                    node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
                ]
                self.defined |= dict.fromkeys(names, each)
            elif not isinstance(each, ast.Import):
                self.loose.append(each)


def names_in(part: ast.stmt) -> set[str]:
    """The names that a statement uses, other than in annotations, which nobody evaluates."""
    unseen = [
        note
        for node in ast.walk(part)
        for note in (
            getattr(node, "annotation", None),
            getattr(node, "returns", None),
        )
        if note is not None
    ]
    hidden = {id(node) for note in unseen for node in ast.walk(note)}
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name) and id(node) not in hidden}


def file_of(module: str) -> Path | None:
    """The file of a module of ours."""
    place = PACKAGE.parent / module.replace(".", "/")
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def reached() -> set[str]:
    """The files whose values kernels may read: all that they name, followed as far as it goes."""
    modules = {path: Module(path) for path in (PACKAGE / "engines").rglob("*.py")}
    makers = {"kernel", "inlined", "dispatched", "judging"}
    todo = [
        (path, part)
        for path, module in modules.items()
        if makers & set(module.imported)
        for part in (*module.kernels, *module.loose)
    ]
    seen = {id(part) for _, part in todo}
    found = {path.relative_to(PACKAGE).as_posix() for path, _ in todo}
    while todo:
        path, part = todo.pop()
        for name in names_in(part):
            place, wanted = path, name
            if name in modules[path].imported:
                module, wanted = modules[path].imported[name]
                inner = file_of(f"{module}.{wanted}")
                target = inner or file_of(module)
                if target is None:
                    continue  # not ours
                found.add(target.relative_to(PACKAGE).as_posix())
                place = target
                modules.setdefault(target, Module(target))
                if inner:
                    continue  # a whole module; what is used of it is a kernel, or plain Python
            definition = modules[place].defined.get(wanted)
            if definition is not None and id(definition) not in seen:
                seen.add(id(definition))
                todo.append((place, definition))
    return found


def test_the_folder_is_named_after_all_that_kernels_read() -> None:
    found = reached()
    assert {"engines/kernels/loop.py", "engines/rows/judge.py", "engines/counts/complete.py"} <= found
    listed = {path.relative_to(PACKAGE).as_posix() for path in folder.sources()}
    assert found <= listed
