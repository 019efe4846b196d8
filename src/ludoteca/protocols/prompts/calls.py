"""Words as calls: each is said by calling the client, and what that returns is the answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.dialect import Answer, CallCodec, Dialect, Invoke, RemoteCall, ServedDialect
from ludoteca.protocols.dialects import SEVERAL_NODES
from ludoteca.protocols.jrmp import Interface, remote
from ludoteca.protocols.prompts import prompts
from ludoteca.protocols.prompts.arrival import UserIds
from ludoteca.protocols.prompts.codecs import LONGEST_ANSWER, read_answer, write_word
from ludoteca.protocols.prompts.conversation import AFTER_WIN, LAST_LOOK, PromptsConversation
from ludoteca.protocols.prompts.texts import TEXTS, Texts, read_texts
from ludoteca.protocols.prompts.words import (
    ClientWord,
    PromptsQuestion,
    PromptsWord,
    RefusedConnection,
)

NAME = "MyShelfie"
IDS_OF_A_NODE, MOST_NODES = 1000, 1_000_000
"""Of several nodes each has so many ids of its own, from a place that it draws by chance."""
_NETWORK = "it.polimi.ingsw.Network"
_CLIENT = f"{_NETWORK}.client.RmiClientInterface"
_CLIENT_TYPE = f"L{_CLIENT.replace('.', '/')};"

CLIENT = Interface(
    _CLIENT,
    """\
sendMessageAndGetAnswer (Ljava/lang/String;)Ljava/lang/String;
testAliveness ()Z
stopClient ()V
setId (I)V""",
)
SERVER = Interface(
    f"{_NETWORK}.server.RmiServerInterface",
    f"""\
registry ({_CLIENT_TYPE})V
testServerConnection (I)Z""",
    {_CLIENT_TYPE: remote(_CLIENT)},
)


ASK, STOP = CLIENT["sendMessageAndGetAnswer"], CLIENT["stopClient"]


class PromptsCallCodec(CallCodec[PromptsWord]):
    """Words as calls, at the server's end."""

    def __init__(self) -> None:
        self._asking = False

    def read_call(self, _: str, __: tuple[Any, ...]) -> Iterable[PromptsWord | UnreadableError]:
        """Nothing is said but what calls return."""
        return ()

    def write(self, word: PromptsWord) -> Iterable[Invoke | Answer]:
        """A client that is asked may take any time, and can be stopped, but not told anything."""
        if self._asking and isinstance(word, RefusedConnection):
            yield Invoke(STOP, timeout=LAST_LOOK, apart=True, last=True)
            return
        self._asking = isinstance(word, PromptsQuestion)
        yield Invoke(ASK, (write_word(word),), timeout=None)

    def read_return(self, invoke: Invoke, value: Any) -> Iterable[PromptsWord | UnreadableError]:
        """The answer; nothing at all, or an exception, is one that cannot be read."""
        if invoke.method is ASK:
            self._asking = False
            yield _read(value)


def _read(text: str | None) -> ClientWord | UnreadableError:
    if text is None or len(text) > LONGEST_ANSWER:
        return UnreadableError("nothing is answered, or too much")
    try:
        return read_answer(text)
    except UnreadableError as error:
        return error


def prompts_over_rmi(
    ids: UserIds | None = None, after_win: float = AFTER_WIN, texts: Texts = TEXTS
) -> Callable[[], Dialect[RemoteCall]]:
    """The dialect in calls, for all clients of a server: they share the ids of their players."""
    shared = ids or UserIds()
    return lambda: Dialect(
        PromptsConversation(shared, texts, after_win=after_win, calls=True), PromptsCallCodec()
    )


def serve(settings: Mapping[str, Any], new_token: Callable[[], str]) -> ServedDialect:
    """The dialect for all connections of a server; a `ValueError` says what is wrong with texts."""
    first = (
        IDS_OF_A_NODE * (1 + int(new_token(), 16) % MOST_NODES)
        if settings.get(SEVERAL_NODES)
        else 0
    )
    ids, texts = UserIds(first), read_texts(settings["prompts_texts"] or {})
    return ServedDialect(prompts(ids=ids, texts=texts), prompts_over_rmi(ids, texts=texts))
