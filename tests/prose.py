"""A prose linter: `python -m tests.prose [PATH …]` reports phrases that a native writer avoids.

It reads docstrings, comments, `help=` texts and names of tests in Python, sentences in the
strings of `src`, and the English documents. Code blocks and `code` spans are skipped, so
published names never count.
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
    r"\b(?:[Ff]alls?|[Ff]ell|[Ff]alling) over\b": "write 'fail' or 'crash'",
    r"\blet (?:in|go)\b": "write 'allow' or 'disconnect'",
    r"\bbe no more\b|\b(?:is|are) no more\b": "write 'ends', 'expires' or 'is removed'",
    r"\bnot un(?!til|der|less|ique|ion|it|icode)\w+": "avoid the double negative",
}
COMPILED = {re.compile(pattern): advice for pattern, advice in PATTERNS.items()}

# Sentences that may stay: a part of the sentence, and the reason.
EXCEPTIONS = {"you are away": "natural where it addresses a player"}


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
        for pattern, advice in COMPILED.items():
            if match := pattern.search(text.words):
                yield text, match[0].strip(" .!?;:"), advice


def texts(root: Path = ROOT) -> Iterator[Text]:
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            yield from python_texts(path, path.read_text("utf-8"))
    for glob in DOCUMENTS:
        for path in sorted(root.glob(glob)):
            yield from document_texts(path, path.read_text("utf-8"))


def python_texts(path: Path, source: str) -> Iterator[Text]:
    """Yield docstrings, `help=` texts, names of tests, comments and, in `src`, other sentences."""
    product = path.is_relative_to(ROOT / "src")
    seen: set[ast.expr] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                seen.add(node.value)
                yield Text(path, node.lineno, "docstring", _plain(words))
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
