"""Players, tables, chat and clocks: everything that is decided about them.

- `house`: every request is answered; `table_desk`: those about tables; `playing`: those in a game
- `keeper`: one table, one request at a time; `table_log`: what is written and read of it;
  `audience`, `drafts`, `kept_moves`: what it remembers; `loaded_tables`: those in memory
- `bus`, `roster`: how nodes tell each other what is new, and who is connected where;
  `roster_pages`: who is, in messages; `following`, `life_signs`: how a node follows the others;
  `overview`: who is told who comes and what is listed
- `decisions`: what would happen, `table`: what has; both pure; `values`: what came as JSON, typed
- `clocks`, `patience`: time left, and what is due where players are absent or out of time;
  `absences`: who is, at one table; `stand_ins`, `votes`: what is done about it
- `lobby`: all tables; `watching`: who listens where; `sleepers`: tables that are not in memory
- `listing`: what is known of a table without reading it; `live_tables`, `table_infos`,
  `table_list`, `rooms`: of all that are live; `openings`: which were opened, by all nodes
- `waiting_tables`: tables that have not started, by player and by address
- `loading`, `snapshots`, `results`: what is looked up of tables that are not in memory, or over
- `history`: tables read from the journal; `archive`, `replays`: finished games, and files of them;
  `packed_entries`: their entries in little memory
- `lessons`: hints for who plays, and what bots say of finished games
- `people`, `person`: to whom names belong; `arrivals`: who may enter under one; `limits`: how often
- `person_log`: what is written about a name; `known_people`: who is in memory, and who writes
- `claims`: at which node a player is connected; `older_people`: what older versions wrote
- `proofs`, `secrets`: whether a secret is right, and what is kept of it
- `chat`, `chat_log`: who hears what; `quotas`: how much is recorded
- `chat`, `chat_log`: who hears what; `chat_quota`: how much of it is recorded
- `mutes`: whom a player does not want to hear or meet
- `compaction`: what may be dropped from the journal
- `moderation`, `tail`: bans, mutes, and the log of who did what; `operator`: what operators ask;
  `deeds`: what their deeds mean for players, at any node; `availability`: how a server is drained
- `orders`, `owner_desk`: what owners and operators decide about others at a table
- `services`, `luck`, `bot_names`: the journal, time and luck that are handed in; names for bots
- `outages`: the clock of games, which stands still while nothing can be recorded
- `wall_clock`: the time of day, by the database's clock where the own one is wrong
- `failures`: what is said when the journal cannot be used
"""

from ludoteca.core.archive.lessons import Trial, Tried
from ludoteca.core.archive.replays import Final, Positions, ReplayHead, read_replay
from ludoteca.core.chance import SystemChance
from ludoteca.core.dispatch.dispatcher import Dispatcher
from ludoteca.core.people.logins import Guests
from ludoteca.core.rate_limits import Capacity, capacity_of, limits_of
from ludoteca.core.services import Services
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.history import Moment
from ludoteca.core.tables.table import Table

__all__ = [
    "AbsencePolicy",
    "Capacity",
    "Dispatcher",
    "Final",
    "Guests",
    "Moment",
    "Positions",
    "ReplayHead",
    "Services",
    "SystemChance",
    "Table",
    "Trial",
    "Tried",
    "capacity_of",
    "limits_of",
    "read_replay",
]
