"""Moderation by players and owners, and the operator's page, in real browsers."""

from playwright.sync_api import expect

from tests.web.browsers import Screen, Visitors, axe, everybody
from tests.web.seeded import SECRET
from tests.web.servers import Programs
from tests.web.tables import come_in, sit

WORDS = {
    "en": {
        "secret": "Operator's secret",
        "login": "Log in",
        "reports": "Reports",
        "report": "Anna reported Bruno",
        "tables": "Tables",
        "clients": "Players",
        "ban": "Ban Bruno",
        "confirm": "Confirm",
        "bans": "Bans and mutes",
        "announce": "Announce…",
        "text": "Message to everyone",
    },
    "it": {
        "secret": "Chiave segreta del gestore",
        "login": "Accedi",
        "reports": "Segnalazioni",
        "report": "Anna ha segnalato Bruno",
        "tables": "Tavoli",
        "clients": "Giocatori",
        "ban": "Escludi Bruno",
        "confirm": "Conferma",
        "bans": "Esclusi e silenziati",
        "announce": "Annuncia…",
        "text": "Messaggio per tutti",
    },
}


@everybody
def test_operator_reads_reports_and_bans(
    visitors: Visitors, programs: Programs, screen: Screen, language: str, dark: bool
) -> None:
    words = WORDS[language]
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    bruno.ask("done", do="say", text="You <b>all</b> stink")
    anna.ask("done", do="report", name="Bruno", text="He is rude.")
    anna.ask("table_shown", do="open_table", game="shelfie", seats=2, private=True)
    page = visitors.visit("/operator", screen, language, dark=dark)
    visitors.forgive("403")
    page.get_by_label(words["secret"]).fill("wrong-secret")
    page.get_by_role("button", name=words["login"]).click()
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)
    page.get_by_label(words["secret"]).fill(SECRET)
    page.get_by_role("button", name=words["login"]).click()
    expect(page.locator(".operator table")).to_contain_text("Bruno")
    axe(page)
    page.get_by_role("button", name=words["reports"], exact=True).click()
    expect(page.locator(".reports")).to_contain_text(words["report"])
    page.locator(".reports summary").click()
    expect(page.locator(".reports")).to_contain_text("You <b>all</b> stink")
    axe(page)
    page.get_by_role("button", name=words["tables"], exact=True).click()
    expect(page.locator(".operator table")).to_contain_text("Anna")
    axe(page)
    page.get_by_role("button", name=words["clients"], exact=True).click()
    page.get_by_role("button", name=words["ban"]).click()
    axe(page)
    page.get_by_role("button", name=words["confirm"]).click()
    assert bruno.hear("farewell")["code"] == "house/banned"
    page.get_by_role("button", name=words["bans"], exact=True).click()
    expect(page.locator(".operator table")).to_contain_text("Bruno")
    page.get_by_role("button", name=words["announce"], exact=True).click()
    page.get_by_label(words["text"]).fill("Cake at five")
    page.get_by_role("button", name=words["confirm"]).click()
    assert anna.hear("announced")["text"] == "Cake at five"
    page.reload()
    expect(page.locator(".operator table")).to_be_visible()


def test_operator_sends_an_announcement_and_disconnects(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    operator = visitors.visit("/operator")
    operator.get_by_label("Operator's secret").fill(SECRET)
    operator.get_by_role("button", name="Log in").click()
    operator.get_by_role("button", name="Announce…").click()
    operator.get_by_label("Message to everyone").fill("Cake at five")
    operator.get_by_role("button", name="Confirm").click()
    bar = anna.get_by_role("status").filter(has_text="Cake at five")
    expect(bar).to_be_visible()
    axe(anna)
    bar.get_by_role("button", name="OK").click()
    expect(bar).to_have_count(0)
    operator.get_by_role("button", name="Disconnect Anna").click()
    operator.get_by_label("Reason").fill("asleep")
    operator.get_by_role("button", name="Confirm").click()
    expect(anna.get_by_role("alert")).to_contain_text("The operator has disconnected you.")
    expect(anna.get_by_role("alert")).to_contain_text("Reason: asleep")
    anna.get_by_role("button", name="Reconnect").click()
    expect(anna.get_by_role("alert")).to_have_count(0)
    operator.get_by_role("button", name="Log out").click()
    expect(operator.get_by_label("Operator's secret")).to_be_visible()


def test_player_blocks_and_reports_another(visitors: Visitors, programs: Programs) -> None:
    bruno = programs.come_in("Bruno")
    anna = come_in(visitors, "Anna")
    table = sit(anna, "open_table", game="shelfie", seats=2)["table"]
    spectator = come_in(visitors, "Bruno", f"/table/{table}", token=programs.tokens["Bruno"])
    expect(spectator.locator(".gathering")).to_be_visible()
    anna.goto("/")
    people = anna.locator("#people")
    people.get_by_role("button", name="Bruno").click()
    axe(anna)
    people.get_by_role("button", name="Report Bruno").click()
    anna.get_by_label("What happened?").fill("He is rude.")
    axe(anna)
    anna.get_by_role("button", name="Send report").click()
    expect(anna.get_by_role("dialog")).to_contain_text("Report sent")
    anna.get_by_role("button", name="OK").click()
    people.get_by_role("button", name="Block Bruno", exact=True).click()
    anna.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(people).to_contain_text("blocked")
    expect(spectator.get_by_role("alert")).to_contain_text("You can no longer see this table.")
    assert bruno.ask("refused", do="say", text="a", to="Anna")["code"] == "house/blocked"
    anna.reload()
    expect(people).to_contain_text("blocked")
    people.get_by_role("button", name="Bruno").click()
    people.get_by_role("button", name="Unblock Bruno").click()
    expect(people).not_to_contain_text("blocked")
    bruno.ask("done", do="say", text="a", to="Anna")


def test_owner_removes_a_player_and_a_spectator(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    table = sit(anna, "open_table", game="shelfie", seats=3)["table"]
    sit(bruno, "join_table", table=table)
    zoe = come_in(visitors, "Zoe", f"/table/{table}")
    expect(zoe.locator(".gathering")).to_be_visible()
    anna.get_by_text("Options for Bruno").locator("..").click()
    axe(anna)
    anna.get_by_role("button", name="Remove Bruno from this table").click()
    anna.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(bruno.get_by_role("alert")).to_contain_text("has removed you")
    expect(anna.locator(".places")).not_to_contain_text("Bruno")
    anna.locator(".spectators summary").click()
    anna.get_by_role("button", name="Mute Zoe at this table").click()
    expect(anna.get_by_role("button", name="Unmute Zoe at this table")).to_be_visible()
    axe(anna)
    anna.get_by_role("button", name="Remove Zoe from this table").click()
    anna.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(zoe.get_by_role("alert")).to_contain_text("has removed you")
    back = anna.get_by_role("button", name="Let Bruno back in")
    back.click()
    expect(back).to_have_count(0)
    bruno.goto(f"/table/{table}")
    bruno.get_by_role("button", name="Take a seat").click()
    expect(anna.locator(".places")).to_contain_text("Bruno")
