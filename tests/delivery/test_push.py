"""Push messages are encrypted as in the example of RFC 8291, with one key for all nodes."""

import asyncio

from cryptography.hazmat.primitives.asymmetric import ec

from ludoteca.delivery.push import CURVE, base64url, encrypted, from_base64url, own_keys
from ludoteca.journal import MemoryJournal
from ludoteca.messages import PushSubscription
from tests.delivery.endpoints import Browser

EXAMPLE = PushSubscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
    "",
    "en",
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_message_is_encrypted_as_in_the_example() -> None:
    own = ec.derive_private_key(int.from_bytes(from_base64url(PRIVATE), "big"), CURVE)
    text = b"When I grow up, I want to be a watermelon"
    message = encrypted(text, EXAMPLE, from_base64url(SALT), own)
    assert message is not None
    assert base64url(message) == MESSAGE


def test_each_message_has_its_own_key_and_salt() -> None:
    browser = Browser()
    to = PushSubscription("", **browser.keys, label="", language="en")
    messages = [encrypted(b"hello", to) for _ in range(2)]
    assert messages[0] != messages[1]
    assert [browser.decrypted(each) for each in messages if each] == [b"hello", b"hello"]


def test_keys_that_are_no_point_of_the_curve_are_refused() -> None:
    for key in ("A" * 87, "BB", "é"):
        assert encrypted(b"", PushSubscription("", key, EXAMPLE.auth, "", "en")) is None


async def test_nodes_share_the_keys_made_at_the_first_start() -> None:
    subscriptions = MemoryJournal().subscriptions
    keys = await asyncio.gather(*(own_keys(subscriptions) for _ in range(3)))
    assert len({each.public for each in keys}) == 1
    assert (await own_keys(subscriptions)).public == keys[0].public
