"""The methods of remote interfaces as a table for the documentation."""

from ludoteca.protocols.jrmp import Interface


def method_table(*interfaces: Interface) -> str:
    rows = ["| interface | method | descriptor | hash |", "|---|---|---|---|"]
    for interface in interfaces:
        rows += [
            f"| `{interface.name}` | `{method.name}` | `{method.descriptor}` | {method.hash} |"
            for method in interface
        ]
    return "\n".join(rows)
