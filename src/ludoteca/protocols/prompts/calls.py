"""Messages as RMI calls to the client, whose return values are the answers."""

from collections.abc import Callable, Iterable, Mapping

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.dialect import Answer, CallCodec, Dialect, Invoke, RemoteCall, ServedDialect
from ludoteca.protocols.dialects import SEVERAL_NODES
from ludoteca.protocols.jrmp import Interface, remote
from ludoteca.protocols.prompts import prompts, words
from ludoteca.protocols.prompts.codecs import LONGEST_ANSWER, read_answer, write_word
from ludoteca.protocols.prompts.conversation import AFTER_WIN, LAST_LOOK, PromptsConversation
from ludoteca.protocols.prompts.lobby import UserIds
from ludoteca.protocols.prompts.texts import TEXTS, Texts, read_texts

NAME = "MyShelfie"
IDS_OF_A_NODE = 1000
MOST_NODES = 1_000_000
"""Number of ranges of `IDS_OF_A_NODE` ids; each node of a cluster picks one range at random."""
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


ASK = CLIENT["sendMessageAndGetAnswer"]
STOP = CLIENT["stopClient"]


class PromptsCallCodec(CallCodec[words.PromptsWord]):
    """Server-side codec for messages as RMI calls."""

    def __init__(self) -> None:
        self._asking = False

    def read_call(
        self, _: str, __: tuple[object, ...]
    ) -> Iterable[words.PromptsWord | UnreadableError]:
        """Ignore calls: clients send messages only as return values."""
        return ()

    def write(self, word: words.PromptsWord) -> Iterable[Invoke | Answer]:
        """Call the client without a time limit, since only an answer can end an open question."""
        if self._asking and isinstance(word, words.RefusedConnection):
            yield Invoke(STOP, timeout=LAST_LOOK, concurrent=True, last=True)
            return
        self._asking = isinstance(word, words.PromptsQuestion)
        yield Invoke(ASK, (write_word(word),), timeout=None)

    def read_return(
        self, invoke: Invoke, value: object
    ) -> Iterable[words.PromptsWord | UnreadableError]:
        """Decode the answer. Null and an exception are unreadable answers."""
        if invoke.method is ASK:
            self._asking = False
            assert isinstance(value, str | None)
            yield _read(value)


def _read(text: str | None) -> words.ClientWord | UnreadableError:
    if text is None or len(text) > LONGEST_ANSWER:
        return UnreadableError("nothing is answered, or too much")
    try:
        return read_answer(text)
    except UnreadableError as error:
        return error


def prompts_over_rmi(
    ids: UserIds | None = None, after_win: float = AFTER_WIN, texts: Texts = TEXTS
) -> Callable[[], Dialect[RemoteCall]]:
    """Return a factory of RMI dialects for a server's clients, which share the player ids."""
    shared = ids or UserIds()
    return lambda: Dialect(
        PromptsConversation(shared, texts, after_win=after_win, calls=True), PromptsCallCodec()
    )


def serve(settings: Mapping[str, object], new_token: Callable[[], str]) -> ServedDialect:
    """Return factories for the dialect's connections; raise `ValueError` for invalid texts."""
    first = (
        IDS_OF_A_NODE * (1 + int(new_token(), 16) % MOST_NODES)
        if settings.get(SEVERAL_NODES)
        else 0
    )
    ids = UserIds(first)
    written = settings["prompts_texts"] or {}
    assert isinstance(written, Mapping)
    texts = read_texts(written)
    return ServedDialect(prompts(ids=ids, texts=texts), prompts_over_rmi(ids, texts=texts))
