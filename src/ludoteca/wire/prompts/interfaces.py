"""The remote objects of `prompts`: the server's, and a client's."""

from ludoteca.wire.jrmp import Interface, remote

NAME = "MyShelfie"
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
