"""The page's sounds and animations in a real browser."""

from playwright.sync_api import Page, expect

from ludoteca.games import Dice
from tests.web.browsers import Visitors
from tests.web.hands import Hands
from tests.web.servers import Programs, play_one
from tests.web.tables import come_in, sit

HEAR = """() => {
  window.heard = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(this.frequency.value);
    start.call(this, at);
  };
  const { exponentialRampToValueAtTime: swell } = AudioParam.prototype;
  AudioParam.prototype.exponentialRampToValueAtTime = function (value, at) {
    if (value > 0.001) window.loudness = value;
    swell.call(this, value, at);
  };
  window.moved = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    window.moved += 1;
    return animate.apply(this, given);
  };
}"""
"""Records the pitch of every note, the volume of the last one, and the number of animations."""
GOALS = """() => {
  const { parse } = JSON;
  JSON.parse = (...given) => {
    const read = parse(...given);
    const goal = { event: "token_taken", seat: 1, goal: 1, points: 8 };
    if (read.record?.record === "move_played") read.record.events.push(goal);
    return read;
  };
}"""
"""Adds a completed goal to every move that the page receives."""
MOVE, CALL = [196, 392], [523.25, 659.25]
GOAL, END = [*CALL, 783.99, 1046.5], [392, *CALL, 783.99]


def notes(page: Page, count: int) -> list[float]:
    """Wait for `count` notes; return all notes so far."""
    page.wait_for_function("(count) => heard.length >= count", arg=count)
    heard: list[float] = page.evaluate("heard.map((pitch) => Math.round(pitch * 100) / 100)")
    return heard


def test_each_event_sounds_once_and_only_after_the_first_press(
    visitors: Visitors, programs: Programs
) -> None:
    page, bruno, dice = come_in(visitors, "Anna"), programs.come_in("Bruno"), Dice(7)
    page.evaluate(HEAR)
    table = int(sit(page, "open_table", game="shelfie", seats=2)["table"])
    bruno.ask("table_shown", do="join_table", table=table)
    play_one(bruno, table, dice)
    expect(page.locator("#live")).to_contain_text("Your turn")
    assert notes(page, 0) == []
    Hands(page).move()
    said = notes(page, 2)
    assert said == MOVE
    play_one(bruno, table, dice)
    said += CALL  # the opponent's move and the player's turn are one sound
    assert notes(page, len(said)) == said

    page.locator("#top .menu summary").click()
    volume = page.get_by_label("Volume")
    loud = page.evaluate("loudness")
    volume.fill("0.2")
    said += CALL  # so that it can be compared
    assert notes(page, len(said)) == said
    assert 0 < page.evaluate("loudness") < loud / 4
    page.get_by_label("Sounds").uncheck()
    expect(volume).to_be_disabled()
    Hands(page).move()
    play_one(bruno, table, dice)
    expect(page.locator("#live")).to_contain_text("Bruno")
    page.reload()
    expect(page.locator("#live")).to_contain_text("Your turn")  # without a sound
    page.locator("#top .menu summary").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    expect(volume).to_have_value("0.2")
    page.evaluate(HEAR)
    page.get_by_label("Sounds").check()
    assert notes(page, 2) == CALL

    page.evaluate(GOALS)
    Hands(page).move()
    assert notes(page, 6) == [*CALL, *GOAL]
    bruno.say(do="resign", table=table)
    assert notes(page, 10) == [*CALL, *GOAL, *END]
    expect(page.locator(".final .trophy")).to_be_visible()
    assert page.evaluate("moved + document.getAnimations().length") == 0  # reduced motion is set
