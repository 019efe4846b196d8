"""The registry: remote objects by name."""

from ludoteca.wire.javastream import Content
from ludoteca.wire.jrmp.codes import ID
from ludoteca.wire.jrmp.methods import Interface, Kind
from ludoteca.wire.jrmp.stubs import remote

REGISTRY_ID = bytes(ID)


def _ignored(_: Content) -> None:
    """Whatever somebody wants to bind: it will be refused."""


REGISTRY = Interface(
    "java.rmi.registry.Registry",
    """\
bind (Ljava/lang/String;Ljava/lang/Object;)V
list ()[Ljava/lang/String;
lookup (Ljava/lang/String;)Ljava/rmi/Remote;
rebind (Ljava/lang/String;Ljava/lang/Object;)V
unbind (Ljava/lang/String;)V""",
    {"Ljava/rmi/Remote;": remote(), "Ljava/lang/Object;": Kind(_ignored, remote().write)},
    counted=4905912898345647071,
)
