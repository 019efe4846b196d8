"""Notifications leave the server over real channels, and links in emails work without a login."""

import re
from pathlib import Path

from ludoteca.ops import read_settings
from tests.delivery.endpoints import Endpoints, soon, text_of
from tests.server.websockets import WebClients, open_web

SECRET = "correct horse"  # noqa: S105 - only here


async def press(web: WebClients, link: str) -> tuple[int, str]:
    """Open a link of an email and press its button; return the status and the page."""
    path = re.sub(r"^https://[^/]+", "", link)
    url = f"http://127.0.0.1:{web.port}{path}"
    async with web.session.get(url) as shown:
        assert shown.status == 200
        assert 'method="post"' in await shown.text()
    async with web.session.post(url) as answer:
        return answer.status, await answer.text()


async def test_messages_arrive_and_links_in_emails_work(tmp_path: Path) -> None:
    async with Endpoints(tmp_path).running() as endpoints:
        flags = dict(zip(endpoints.flags[::2], endpoints.flags[1::2], strict=True))
        settings = {flag.removeprefix("--").replace("-", "_"): word for flag, word in flags.items()}
        async with open_web(settings=read_settings(settings, {})) as web:
            anna = await web.come_in("Anna")
            await anna.ask("done", do="change_secret", new=SECRET)
            push = {"endpoint": endpoints.push_url, **endpoints.browser.keys}
            pushed = await anna.ask("subscription_added", do="add_push", **push)
            hook = await anna.ask("subscription_added", do="add_hook", url=endpoints.hook_url)
            endpoints.secret = hook["secret"]
            added = await anna.ask("subscription_added", do="add_mail", address="anna@example.org")
            mail = added["subscription"]["id"]

            confirm = re.findall(r"https://\S+", text_of(await soon(endpoints.mails)))[-1]
            refused = await anna.answer(do="try_subscription", subscription=mail)
            assert refused["code"] == "house/not_confirmed"
            assert (await press(web, confirm[:-1]))[0] == 404
            assert (await press(web, confirm))[0] == 200
            for one in (hook["subscription"]["id"], mail):
                await anna.ask("done", do="try_subscription", subscription=one)
            assert (await soon(endpoints.hooked))["kind"] == "test"
            # This process does not trust the certificate of the push service.
            browser = pushed["subscription"]["id"]
            refused = await anna.answer(do="try_subscription", subscription=browser)
            assert refused["code"] == "house/not_delivered"
            letter = await soon(endpoints.mails)
            unsubscribe = letter["List-Unsubscribe"].strip("<>")
            assert (await press(web, unsubscribe))[0] == 200
            left = await anna.ask("notification_settings", do="ask_notifications")
            assert {one["channel"] for one in left["subscriptions"]} == {"push", "hook"}
            refused = await anna.answer(do="add_hook", url="https://10.1.2.3/hook")
            assert refused["code"] == "house/private_address"
