"""The built-in protocols. As in `games`, functions import the parts of a protocol when needed."""

from collections.abc import Sequence

from ludoteca.ops.setting_kinds import COUNT, FILE, SECONDS
from ludoteca.ops.settings import setting
from ludoteca.protocols.dialects import DIALECTS, DialectRow, Offer, Schema, Serve
from ludoteca.protocols.encodings import Encoding


def _pipes() -> DialectRow:
    def serve() -> Serve:
        from ludoteca.protocols.pipes.calls import serve

        return serve

    def encodings() -> Sequence[Encoding]:
        from ludoteca.protocols.pipes import ENCODINGS

        return ENCODINGS

    def offer() -> Offer:
        from ludoteca.server.rmi.offers import offer_pipes

        return offer_pipes

    return DialectRow(name="pipes", port=8080, serve=serve, encodings=encodings, offer=offer)


def _commands() -> DialectRow:
    def serve() -> Serve:
        from ludoteca.protocols.commands import serve

        return serve

    def encodings() -> Sequence[Encoding]:
        from ludoteca.protocols.commands import ENCODINGS

        return ENCODINGS

    def schema() -> Schema:
        from ludoteca.protocols.commands.schema import SCHEMA

        return SCHEMA

    return DialectRow(
        name="commands",
        port=50623,
        serve=serve,
        encodings=encodings,
        schema=schema,
        settings=(
            setting(
                "commands_ping",
                SECONDS,
                "time between PINGs of the commands protocol, 0 for none",
                10.0,
            ),
            setting(
                "commands_pongs",
                COUNT,
                "maximum number of consecutive unanswered PINGs in the commands protocol",
                4,
            ),
        ),
    )


def _updates() -> DialectRow:
    def serve() -> Serve:
        from ludoteca.protocols.updates.calls import serve

        return serve

    def encodings() -> Sequence[Encoding]:
        from ludoteca.protocols.updates import ENCODINGS

        return ENCODINGS

    def offer() -> Offer:
        from ludoteca.server.rmi.offers import offer_updates

        return offer_updates

    def schema() -> Schema:
        from ludoteca.protocols.updates import SCHEMA

        return SCHEMA

    return DialectRow(
        name="updates",
        port=1234,
        serve=serve,
        encodings=encodings,
        offer=offer,
        quick_acks=True,
        schema=schema,
    )


def _prompts() -> DialectRow:
    def serve() -> Serve:
        from ludoteca.protocols.prompts.calls import serve

        return serve

    def encodings() -> Sequence[Encoding]:
        from ludoteca.protocols.prompts import ENCODINGS

        return ENCODINGS

    def offer() -> Offer:
        from ludoteca.server.rmi.offers import offer_prompts

        return offer_prompts

    return DialectRow(
        name="prompts",
        port=50010,
        serve=serve,
        encodings=encodings,
        offer=offer,
        rmi_port=50011,
        settings=(
            setting(
                "prompts_texts", FILE, "texts of the prompts protocol (see its documentation)", None
            ),
        ),
    )


def _requests() -> DialectRow:
    def serve() -> Serve:
        from ludoteca.protocols.requests.calls import serve

        return serve

    def encodings() -> Sequence[Encoding]:
        from ludoteca.protocols.requests import ENCODINGS

        return ENCODINGS

    def offer() -> Offer:
        from ludoteca.server.rmi.offers import offer_requests

        return offer_requests

    def schema() -> Schema:
        from ludoteca.protocols.requests import SCHEMA

        return SCHEMA

    return DialectRow(
        name="requests",
        port=11500,
        serve=serve,
        encodings=encodings,
        offer=offer,
        quick_acks=True,
        schema=schema,
    )


def add_our_dialects() -> None:
    ours = (_pipes(), _commands(), _updates(), _prompts(), _requests())
    DIALECTS.update({row.name: row for row in ours})
