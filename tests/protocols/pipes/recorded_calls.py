"""A recording of calls, converted to the words of frames."""

from collections.abc import Iterator

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.jrmp import Call, Ref, Returned
from ludoteca.protocols.pipes.calls import CALLBACK, INPUT, LOBBY, PipesCallCodec, server_word_of
from ludoteca.protocols.pipes.codecs import write_client_word
from ludoteca.protocols.pipes.words import Return, ServerWord, Word, method_of
from tests.protocols.recorded import Line, recorded_calls


def words(name: str) -> Iterator[tuple[str, str | ServerWord]]:
    """Yield each client with its request, or with a word it received, in the words of frames."""
    people: dict[bytes, str] = {}
    asked: dict[Line, tuple[str, Word]] = {}
    for line, method, said, _ in recorded_calls(name, LOBBY, INPUT, CALLBACK):
        if not isinstance(said, Call):
            if line in asked:
                assert isinstance(said, Returned)
                who, word = asked.pop(line)
                yield who, Return(method_of(word), said.value is True)
        elif method.name == "registerCallBack":
            people[said.target] = f"c{len(people) + 1}"
            yield people[said.target], "<connect>"
        elif INPUT.find(method.op, method.hash):
            who = people[said.target]
            if method.name == "logIn":
                callback = said.arguments[1]
                assert isinstance(callback, Ref)
                people[callback.id] = who
            (word,) = PipesCallCodec().read_call(method.name, said.arguments)
            asked[line] = who, word
            yield who, write_client_word(word)
        elif said.target in people:
            told = server_word_of(method.name, said.arguments)
            assert not isinstance(told, UnreadableError), told
            yield people[said.target], told
