"""A prose linter: `python -m tests.prose [PATH …]` reports phrases that a native writer avoids.

It reads docstrings, comments, `help=` texts and names of tests in Python, sentences in the
strings of `src`, comments of the page and of `deploy`, and the English documents. Code blocks
and `code` spans are skipped, so published names never count.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CODE = ("src", "tests", "bench", "training")
DOCUMENTS = ("*.md", "docs/*.md", "docs/decisions/*.md", "docs/protocols/*.md", "deploy/**/*.md")


# Other files with comments, by the sign that begins a line comment.
COMMENTED = {
    "//": ("src/ludoteca/ui/web/**/*.js", "src/ludoteca/ui/web/**/*.css"),
    "#": ("Makefile", "deploy/*", "deploy/kubernetes/*", "deploy/prometheus/*"),
}

# Spaces in a string from which on it is taken for prose.
SENTENCE = 2

# Each pattern with the advice that its report gives.
PATTERNS = {
    r"(?:^|[.!?;:] )(?:What|Who|Whoever|Whose)\b(?![^.]*\?)": "name the subject",
    r"(?:^|[.!?;:] )How\b(?! to\b)(?![^.]*\?)": "name the subject",
    r"(?:^|[.!?;:] )Those (?:who|that|which|you)\b": "name the subject",
    r"\b(?:to|of|for|by|from|with|and|than) who(?:ever)?\b(?! (?:of|in)\b)": "name the subject",
    r"\b[Ss]o (?:many|much)\b(?! that\b)": "give the number or its name",
    r"\bno more\b(?! than\b)": "write 'no longer', or name what ended",
    r"\b(?:is|are) away\b": "write 'absent' or 'disconnected'",
    r"\banew\b": "write 'again'",
    r"\b[Ll]ife signs?\b|\b[Ss]igns? of life\b": "write 'heartbeat'",
    r"\b(?:[Hh]ouses?|[Pp]arlours?|[Ss]tewards?)\b": "write 'server'",
    r"\b[Dd]oors?\b": "write 'port' or 'listener'",
    r"\b[Dd]eeds?\b": "write 'operator action'",
    r"\b[Ss]leepers?\b": "write 'unloaded table'",
    r"\b[Ll]uck\b": "write 'chance'",
    r"\b[Mm]end(?:s|ed|ing)?\b": "write 'fix'",
    r"\b[Pp]atience\b": "write 'timeout' or 'time limit'",
    r"\b[Mm]inds?\b": "write 'bot' or 'strategy'",
    r"\b[Pp]roofs?\b": "write 'credentials'",
    r"(?:^|[.!?;:] )(?:Whatever|Whoever|Whichever)\b": "name the subject",
    r"\b(?:[Ff]alls?|[Ff]ell|[Ff]alling) over\b": "write 'fail' or 'crash'",
    r"\blet (?:in|go)\b": "write 'allow' or 'disconnect'",
    r"\bbe no more\b|\b(?:is|are) no more\b": "write 'ends', 'expires' or 'is removed'",
    r"\bnot un(?!til|der|less|ique|ion|it|icode)\w+": "avoid the double negative",
    r"\b(?:is|are|be|was|were) told\b(?! apart)": "write 'is notified', 'receives' or 'sees'",
    r"\bthe (?:newest|oldest|latest|last|best|worst) (?:one )?first\b": "omit the article",
    r"\d %(?!\w)": "write '10%', without a space",
}
COMPILED = {re.compile(pattern): advice for pattern, advice in PATTERNS.items()}

# A function's docstring that describes a thing instead of an action.
NOUN = re.compile(r"(?:An?|The|Some|Somebody|It|Its|Those|Where|If wanted)\b")

# Sentences that may stay: a part of the sentence, and the reason.
EXCEPTIONS = {"you are away": "natural where it addresses a player"}

# Files whose functions may have docstrings that begin with a noun: they describe pictures.
PICTURES = re.compile(r"scenes\.py$|^screenshots\.py$|^test_fit\.py$")


class Text(NamedTuple):
    """A passage of prose and where it starts."""

    path: Path
    line: int
    kind: str
    words: str


def findings(texts: Iterator[Text]) -> Iterator[tuple[Text, str, str]]:
    """Yield each passage that matches a pattern, the match and the advice."""
    for text in texts:
        if any(part in text.words for part in EXCEPTIONS):
            continue
        if text.kind == "function" and (match := NOUN.match(text.words)):
            yield text, match[0], "begin with a verb"
        for pattern, advice in COMPILED.items():
            if match := pattern.search(text.words):
                yield text, match[0].strip(" .!?;:"), advice


def texts(root: Path = ROOT) -> Iterator[Text]:
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            yield from python_texts(path, path.read_text("utf-8"))
    for sign, globs in COMMENTED.items():
        for path in sorted(path for glob in globs for path in root.glob(glob) if path.is_file()):
            yield from comment_texts(path, path.read_text("utf-8"), sign)
    for glob in DOCUMENTS:
        for path in sorted(root.glob(glob)):
            yield from document_texts(path, path.read_text("utf-8"))


def python_texts(path: Path, source: str) -> Iterator[Text]:
    """Yield docstrings, `help=` texts, names of tests, comments and, in `src`, other sentences."""
    product = path.is_relative_to(ROOT / "src")
    seen: set[ast.expr] = set()
    tree = ast.parse(source)
    functions = set() if PICTURES.search(path.name) else {*function_docstrings(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                seen.add(node.value)
                kind = "function" if node in functions else "docstring"
                yield Text(path, node.lineno, kind, _plain(words))
            case ast.keyword(arg="help", value=ast.Constant(value=str(words))):
                seen.add(node.value)
                yield Text(path, node.value.lineno, "help", _plain(words))
            case ast.Constant(value=str(words)) if product and node not in seen:
                if words.count(" ") >= SENTENCE:
                    yield Text(path, node.lineno, "text", _plain(words))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_"):
                    words = name.removeprefix("test_").replace("_", " ").capitalize()
                    yield Text(path, node.lineno, "test name", words)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("#:", "# noqa", "#!")):
            yield Text(path, token.start[0], "comment", _plain(token.string.lstrip("# ")))


def function_docstrings(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the docstrings of functions, except those of properties, fixtures and tests."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test_"):
                continue
            decorators = " ".join(map(ast.unparse, node.decorator_list))
            if ast.get_docstring(node) and not re.search("property|fixture", decorators):
                yield node.body[0]


def comment_texts(path: Path, source: str, sign: str) -> Iterator[Text]:
    """Yield the line comments and, in the files of the page, the block comments."""
    found = [re.compile(rf"(?:^|\s){sign} (.*)", re.MULTILINE)]
    if sign == "//":
        found.append(re.compile(r"/\*+(.*?)\*/", re.DOTALL))
    for pattern in found:
        for match in pattern.finditer(source):
            words = re.sub(
                r"^\s*\*", "", match[1].split("@")[0], flags=re.MULTILINE
            )  # no JSDoc tags
            yield Text(path, source.count("\n", 0, match.start()) + 1, "comment", _plain(words))


def document_texts(path: Path, source: str) -> Iterator[Text]:
    """Yield the paragraphs, list items and table cells of a Markdown document."""
    start = 0
    lines: list[str] = []
    code = False
    for number, line in enumerate([*source.splitlines(), ""], 1):
        if line.lstrip().startswith("```"):
            code = not code
        begins = not line.strip() or re.match(r"\s*(?:[-*#|>]|\d+\.|```|<)", line) is not None
        if begins or code:
            if lines:
                yield from _cells(Text(path, start, "document", " ".join(lines)))
            lines = []
        if not lines:
            start = number
        if line.strip() and not code and not line.lstrip().startswith(("```", "<!--")):
            lines.append(re.sub(r"^\s*(?:[-*>]|#+|\d+\.) ", "", line).strip())


def _cells(text: Text) -> Iterator[Text]:
    parts = re.split(r"(?<!\\)\|", text.words) if text.words.startswith("|") else [text.words]
    for part in parts:
        if plain := _plain(part):
            yield text._replace(words=plain)


def _plain(words: str) -> str:
    """Remove code, link targets and emphasis."""
    words = re.sub(r"(`+).+?\1|\]\([^)]*\)", "", words, flags=re.DOTALL)
    return " ".join(re.sub(r"[*\[\]]", "", words).split())


def main(*prefixes: str) -> int:
    """Print the findings below some paths, or all of them, and return their number."""
    found = 0
    for text, words, advice in findings(texts()):
        path = str(text.path.relative_to(ROOT))
        if path.startswith(prefixes or ""):
            found += 1
            print(f"{path}:{text.line}: {text.kind}: {words!r}: {advice}")  # noqa: T201
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) > 0)
