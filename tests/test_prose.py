"""The prose linter finds the phrases it is meant to find, and none in code."""

from pathlib import Path

import pytest

from tests.prose import ROOT, Text, comment_texts, document_texts, findings, main, python_texts

HERE = Path(__file__)


@pytest.mark.parametrize(
    "words",
    [
        "What is known of a table.",
        "Close it. Who comes later is refused.",
        "How often a client may do it.",
        "Those who listen are told.",
        "wait so many seconds",
        "An object is no more.",
        "the player is away",
        "made anew",
        "the door of the house",
        "a mended test",
        "A server that fell over.",
        "It is not unknown.",
        "Whatever arrives is read.",
        "within its patience",
        "all players are told the result",
        "the games, the newest first",
        "about 10 % less",
    ],
)
def test_phrase_is_reported(words: str) -> None:
    assert list(findings(iter([Text(HERE, 1, "docstring", words)])))


@pytest.mark.parametrize(
    "words",
    [
        "Return the players who are connected.",
        "What is a table? A match before, during and after play.",
        "How to add a game",
        "at most so much that it fits",
        "no more than three",
        "not until then, not under load",
        "newest first, 10% less; two kinds that cannot be told apart",
    ],
)
def test_phrase_is_accepted(words: str) -> None:
    assert not list(findings(iter([Text(HERE, 1, "docstring", words)])))


def test_python_prose_is_docstrings_help_and_comments() -> None:
    source = '''"""A module."""
parser.add_argument("--x", help="a number")  # for tests
TEXT = "What is a value?"
'''
    found = {(text.kind, text.words) for text in python_texts(HERE, source)}
    assert found == {("docstring", "A module."), ("help", "a number"), ("comment", "for tests")}


def test_function_docstring_begins_with_a_verb() -> None:
    source = 'def f() -> int:\n    """The number."""\n'
    found = findings(python_texts(HERE, source))
    assert [advice for _, _, advice in found] == ["begin with a verb"]
    assert not list(findings(python_texts(HERE, f"@property\n{source}")))


def test_comments_of_other_files_are_prose() -> None:
    script = "// a line\nlet x = 1; // another\n/** A block. @param {string} x */\n"
    assert [text.words for text in comment_texts(HERE, script, "//")] == [
        "a line",
        "another",
        "A block.",
    ]
    assert [text.words for text in comment_texts(HERE, "a: 1  # a number\n", "#")] == ["a number"]


def test_sentences_in_strings_of_the_source_are_prose() -> None:
    source = 'TEXT = "a whole sentence"\nKEY = "two words"\n'
    found = python_texts(ROOT / "src" / "module.py", source)
    assert [text.words for text in found] == ["a whole sentence"]


def test_code_and_documents_have_no_findings() -> None:
    assert main() == 0


def test_document_prose_is_paragraphs_items_and_cells() -> None:
    source = """# Title

A paragraph
of `code/house` and [words](house.md).

- an item

| who | what |
|---|---|
| anna | plays |

```
What is code?
```
"""
    found = [(text.line, text.words) for text in document_texts(HERE, source)]
    assert found == [
        (1, "Title"),
        (3, "A paragraph of and words."),
        (6, "an item"),
        (8, "who"),
        (8, "what"),
        (9, "---"),
        (9, "---"),
        (10, "anna"),
        (10, "plays"),
    ]
