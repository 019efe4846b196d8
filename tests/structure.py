"""Print figures about the structure of the source: `python -m tests.structure`."""

import ast
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import ludoteca

SOURCE = Path(ludoteca.__file__).parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def figures(source: Path = SOURCE) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each figure."""
    texts = {path: path.read_text("utf-8") for path in sorted(source.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lengths = [len(text.splitlines()) for text in texts.values()]
    lines = sum(lengths)
    yield "modules", f"{len(texts)}"
    yield "lines", f"{lines}"
    yield "lines of a module", f"median {statistics.median(lengths):g}, most {max(lengths)}"
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    yield "lines that import", _share(sum(map(_height, imports)), lines)
    yield "modules used by one other", _share(_used_once(trees, source), len(texts))
    functions = [node for node in nodes if isinstance(node, FUNCTIONS)]
    documented = [node for node in functions if ast.get_docstring(node)]
    yield "functions with a docstring", _share(len(documented), len(functions))
    docstrings = [node for node in nodes if isinstance(node, ast.Expr) and _is_text(node)]
    yield "lines of docstrings", f"{sum(map(_height, docstrings))}"
    names = Counter(node.id for node in nodes if isinstance(node, ast.Name))
    yield "Any", f"{names['Any']}"
    for words in ("# noqa", "# type: ignore"):
        yield words, f"{sum(text.count(words) for text in texts.values())}"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})"


def _height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _is_text(node: ast.Expr) -> bool:
    """Return whether a statement is the docstring of a module, class, function or attribute."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _used_once(trees: dict[Path, ast.Module], source: Path) -> int:
    """Count the modules that exactly one other module imports."""
    modules = {_module(path, source): path for path in trees}
    users: dict[str, set[Path]] = {name: set() for name in modules}
    for path, tree in trees.items():
        for name in _imported(tree):
            if name in users and modules[name] != path:
                users[name].add(path)
    return sum(len(paths) == 1 for paths in users.values())


def _module(path: Path, source: Path) -> str:
    parts = path.relative_to(source.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield what may be a module among everything that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


if __name__ == "__main__":
    for name, value in figures():
        print(f"{name:28}{value}")  # noqa: T201
