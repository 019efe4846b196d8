"""Capacity planning: simulated load per person times measured costs, for each component.

docs/scale.md quotes these tables. Nothing is measured here: costs come from the other benchmarks of
this folder, or are marked as estimates.
"""

from collections.abc import Callable, Sequence
from math import ceil, exp, inf
from typing import NamedTuple

from crowds import Crowd, Rates, commits
from report import table

SAMPLE, SEED, HOUR = 600, 17, 3600.0
ONE_CLUSTER = (10_000, 100_000, 1_000_000)
PER_CLUSTER, MOST = 1_000_000, 100_000_000
TOLD = ("immediately", "once a second")
SHARE = 0.5
"""Share of its core that a node may use, to leave room for the players of a failed node."""
POSTGRES_CORES, NATS_CORES = 32, 8
"""Largest machines considered for one PostgreSQL and one NATS server."""
ROOM = 2 * 2**30
"""Memory limit of a node."""
DAY, DAILY = 86_400, 0.4
"""Seconds of a day, and the average load as a share of the peak."""
MICRO, KILO, MEGA, GIGA = 1e-6, 1e3, 1e6, 1e9


class Cost(NamedTuple):
    """The cost of something in seconds of a core or in bytes, and its source."""

    what: str
    value: float
    unit: str
    known: str


SECONDS, BYTES = "µs", "bytes"
MOVE = Cost("a move on its node, without its commit", 200, SECONDS, "server.py --only flat")
COMMIT = Cost("a commit, on the node", 600, SECONDS, "costs.py")
DRAFT = Cost("a step of a half-made move", 150, SECONDS, "server.py --only lockstep")
LOGIN = Cost("a login", 500, SECONDS, "costs.py")
IDLE = Cost("a silent connection, each second", 10, SECONDS, "estimated, with heartbeats")
LISTED = Cost("sending one list change to one player", 20, SECONDS, "lists.py --only web")
FOLLOW = Cost("sending an event of another node", 120, SECONDS, "estimated; a move 240")
HEAR = Cost("a message to all nodes, on each of them", 20, SECONDS, "estimated; nats-py alone 5")
PG_COMMIT = Cost("a commit, in PostgreSQL", 750, SECONDS, "costs.py")
PG_APPEND = Cost("an append in a commit, in PostgreSQL", 14, SECONDS, "costs.py")
PASS = Cost("a message passed on, in NATS", 4, SECONDS, "costs.py")
PROCESS = Cost("a node with nobody connected", 55 * MEGA, BYTES, "costs.py")
CONNECTION = Cost("a connection", 30_000, BYTES, "costs.py")
TABLE = Cost("a table in memory", 14_000, BYTES, "server.py --only memory")
LISTING = Cost("a live table in the list of each node", 2_000, BYTES, "estimated")
ROSTER = Cost("a player in the roster of each node", 200, BYTES, "estimated")
ENTRY = Cost("an entry in PostgreSQL, with its index", 325, BYTES, "costs.py")
WAL = Cost("an append in the log of PostgreSQL", 500, BYTES, "costs.py")
SUBSCRIPTION = Cost("a subscription, in NATS", 500, BYTES, "costs.py")
COSTS = (
    *(MOVE, COMMIT, DRAFT, LOGIN, IDLE, LISTED, FOLLOW, HEAR, PG_COMMIT, PG_APPEND, PASS),
    *(PROCESS, CONNECTION, TABLE, LISTING, ROSTER, ENTRY, WAL, SUBSCRIPTION),
)
COMMIT_TAKES = 0.004
"""Seconds of a PostgreSQL commit, including the round trip."""
MOST_OPENED = 0.5 / COMMIT_TAKES
"""Tables that can be opened per second, if every second attempt of a node must be repeated."""
BEATS = 2
"""Heartbeats of a node per second."""


class Load(NamedTuple):
    """The needs of a number of people, as one cluster."""

    nodes: float
    """Infinite if no number of nodes is enough."""
    play: float
    """Cores for everything that grows with the people, including commits."""
    lists: float
    """Cores for sending changes of the lists to players."""
    hear: float
    """Share of each node's core for messages to all nodes."""
    memory: float
    appends: float
    commits: float
    postgres: float
    passed: float
    nats: float
    subscriptions: float


def simulated() -> Rates:
    """Return the load of one person per second."""
    return Crowd(SAMPLE, SEED).rates(HOUR, HOUR)


def grouped(appends: float) -> float:
    """Return the commits per second at a node, which run one after the other."""
    return 1 / (COMMIT_TAKES + exp(-appends * COMMIT_TAKES) / appends)


def load(people: float, rates: Rates, *, at_once: bool) -> Load:
    """Return the needs of this many people, with list changes sent immediately or once a second."""
    changes = people * (rates.changes + 2 * rates.logins)
    lists = people * rates.looking * (changes if at_once else 1) * LISTED.value * MICRO
    play = people * MICRO * (
        (rates.moves + rates.talk + rates.changes) * MOVE.value
        + rates.drafts * DRAFT.value
        + rates.logins * LOGIN.value
        + rates.deliveries * FOLLOW.value
        + IDLE.value
    )  # fmt: skip
    told_all, appends = people * rates.told_all, people * rates.appends

    def hear(nodes: float) -> float:
        return (told_all + BEATS * nodes) * HEAR.value * MICRO

    def busy(nodes: float) -> float:
        return (
            (play + lists) / nodes + grouped(appends / nodes) * COMMIT.value * MICRO + hear(nodes)
        )

    nodes = fewest(busy)
    here = people / nodes
    every = grouped(appends / nodes) * nodes if nodes < inf else inf
    passed = people * rates.deliveries + (told_all + BEATS * nodes) * nodes
    return Load(
        nodes,
        play + every * COMMIT.value * MICRO,
        lists,
        hear(nodes),
        PROCESS.value
        + here * (CONNECTION.value + rates.followed * TABLE.value)
        + people * (ROSTER.value + rates.tables * LISTING.value),
        appends,
        every,
        (every * PG_COMMIT.value + appends * PG_APPEND.value) * MICRO,
        passed,
        passed * PASS.value * MICRO,
        people * rates.followed,
    )


def fewest(busy: Callable[[float], float]) -> float:
    """Return the fewest nodes that are not too busy; infinite if there is no such number."""
    high = 1.0
    while busy(high) > SHARE:
        high *= 2
        if high > MEGA:
            return inf
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if busy(middle) <= SHARE else (middle, high)
    return high


def end(is_enough: Callable[[float], bool]) -> float:
    """Return the most people for whom something is enough, to within one percent."""
    low, high = 1000.0, 1e9
    while high / low > 1.01:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if is_enough(middle) else (low, middle)
    return low


# Tables


def show_people(rates: Rates) -> None:
    rows = [
        ("moves", rates.moves),
        ("steps of half-made moves", rates.drafts),
        ("chat messages", rates.talk),
        ("changes of the lists", rates.changes),
        ("logins", rates.logins),
        ("games that end", rates.games),
        ("appends to the journal", rates.appends),
        ("messages of the bus about tables, published", rates.told_tables),
        ("the same messages, delivered to other nodes", rates.deliveries),
        ("messages of the bus to all nodes", rates.told_all),
    ]
    table(("1,000 people, each second", ""), [(n, f"{v * KILO:,.2f}") for n, v in rows])
    print()
    rows = [
        ("people who see the lists", rates.looking),
        ("live tables", rates.tables),
        ("tables in the memory of nodes", rates.followed),
    ]
    table(("of 1,000 people at any moment", ""), [(n, f"{v * KILO:,.0f}") for n, v in rows])


def show_costs(_: Rates) -> None:
    rows = [(c.what, f"{c.value:,g} {c.unit}" if c.value < MEGA else f"{c.value / MEGA:,g} MB",
             c.known) for c in COSTS]  # fmt: skip
    table(("cost", "", "from"), rows)


def show_groups(_: Rates) -> None:
    """Show the effect of group commit at one node."""
    rows = []
    for appends in (10, 100, 300, 1000, 5000):
        found = commits(appends, COMMIT_TAKES, SEED, length=20_000 / appends)
        rows.append(
            (f"{appends:,}", f"{found:.0f}", f"{grouped(appends):.0f}", f"{appends / found:.1f}")
        )
    table(("appends/s on a node", "commits/s", "by formula", "per commit"), rows)


def show_nodes(rates: Rates) -> None:
    """Show the number of nodes, and what keeps them busy."""
    rows = []
    for people in ONE_CLUSTER:
        for told in TOLD:
            need = load(people, rates, at_once=told == TOLD[0])
            rows.append((f"{people:,}", told, *cells(need)))
    table(("people", "list changes", "nodes", "play", "lists", "to all", "memory"), rows)


def show_postgres(rates: Rates) -> None:
    """Show the load of one PostgreSQL."""
    rows = []
    for people in ONE_CLUSTER:
        need = load(people, rates, at_once=False)
        rows.append(
            (
                f"{people:,}",
                f"{need.appends:,.0f}",
                f"{need.commits:,.0f}",
                f"{need.postgres:,.1f}",
                f"{need.appends * WAL.value / MEGA:,.1f}",
                f"{need.appends * ENTRY.value * DAY * DAILY / GIGA:,.0f}",
            )
        )
    table(("people", "appends/s", "commits/s", "cores", "log MB/s", "GB a day"), rows)


def show_nats(rates: Rates) -> None:
    """Show the load of one NATS server."""
    rows = []
    for people in ONE_CLUSTER:
        need = load(people, rates, at_once=False)
        sent = people * (rates.told_tables + rates.told_all)
        rows.append(
            (
                f"{people:,}",
                f"{sent:,.0f}",
                f"{need.passed:,.0f}",
                f"{need.nats:,.2f}",
                f"{need.subscriptions:,.0f}",
                f"{need.subscriptions * SUBSCRIPTION.value / MEGA:,.0f}",
            )
        )
    table(("people", "published/s", "passed on/s", "cores", "subscriptions", "MB"), rows)


def cells(need: Load) -> tuple[str, ...]:
    if need.nodes == inf:
        return ("no number", "", f"{need.lists:,.1f}", "", "")
    return (
        f"{need.nodes:,.0f}",
        f"{need.play:,.1f}",
        f"{need.lists:,.1f}",
        f"{need.hear:.1%}",
        f"{need.memory / MEGA:,.0f} MB",
    )


def show_ends(rates: Rates) -> None:
    """Show the limits of each component."""

    def need(people: float) -> Load:
        return load(people, rates, at_once=False)

    def lists(people: float) -> float:
        return load(people, rates, at_once=True).lists

    ends: Sequence[tuple[str, Callable[[float], bool]]] = [
        ("lists sent immediately: as many cores as play", lambda p: lists(p) <= need(p).play),
        ("openings: half the capacity of one stream", lambda p: p * rates.games <= MOST_OPENED),
        ("roster and tables fill 2 GB on each node", lambda p: need(p).memory <= ROOM),
        ("messages to all: half of a node", lambda p: need(p).hear <= SHARE / 2),
        (f"PostgreSQL: {POSTGRES_CORES} cores", lambda p: need(p).postgres <= POSTGRES_CORES),
        (f"NATS: {NATS_CORES} cores", lambda p: need(p).nats <= NATS_CORES),
        ("no number of nodes is enough", lambda p: need(p).nodes < inf),
    ]
    found = sorted((end(is_enough), name) for name, is_enough in ends)
    table(("limit", "people"), [(name, about(people)) for people, name in found])


def about(number: float) -> str:
    """Round to two significant digits."""
    return f"{float(f'{number:.2g}'):,.0f}"


def show_clusters(rates: Rates) -> None:
    """Show the needs of the largest size, as many clusters side by side."""
    count = ceil(MOST / PER_CLUSTER)
    need = load(PER_CLUSTER, rates, at_once=False)
    rows = [
        ("clusters", f"{count:,}"),
        ("nodes, of one core each", about(need.nodes * count)),
        ("moves/s", about(MOST * rates.moves)),
        ("appends/s", about(need.appends * count)),
        ("cores of PostgreSQL", about(need.postgres * count)),
        ("cores of NATS", about(need.nats * count)),
        ("TB a day", f"{need.appends * count * ENTRY.value * DAY * DAILY / 1e12:,.0f}"),
    ]
    table((f"{MOST:,} people in clusters of {PER_CLUSTER:,}", ""), rows)


PARTS: dict[str, Callable[[Rates], None]] = {
    "people": show_people,
    "costs": show_costs,
    "groups": show_groups,
    "nodes": show_nodes,
    "postgres": show_postgres,
    "nats": show_nats,
    "ends": show_ends,
    "clusters": show_clusters,
}


def main() -> None:
    rates = simulated()
    for show in PARTS.values():
        show(rates)
        print()


if __name__ == "__main__":
    main()
