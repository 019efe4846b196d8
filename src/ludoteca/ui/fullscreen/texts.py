"""Texts of the full-screen console."""

from ludoteca.messages import AbsenceRule, Ballot

SERVER, NAME, CODE = "Server:", "Your name:", "Code of the table:"
SAY = "Say (Esc: back): "
MOVE = "Move or command:"
STEP = "Step:"
NO_STEP = "Type a number from 1 to {last}."
FIRST_STEP = "This is the first step."
NOT_NOW = "'{line}' is not possible now."
QUEUED = "Queued for your turn: {move}"
DROPPED = "Your queued move was not played. {why}"
DAYS = "Days (1 to {longest}):"
NO_DAYS = "Type a number of days from 1 to {longest}."
VACATION_LEFT = "You have {left} of {days} days of vacation left this year."
YOUR_VACATION = "You are on vacation until {until}."
ON_VACATION = "You are on vacation until {until}: your clock is stopped. Press v to end it."
OTHER_ON_VACATION = "{name} is on vacation until {until}."
VACATION = (
    "While you are on vacation, your clocks are stopped at tables where a turn may take an hour "
    "or more. Others see when your vacation ends. You can still play."
)
EMPTY = "Type something first, or press Esc to leave."
HERE = "127.0.0.1"
LOST = "Connection lost. Reconnecting…"
NOTHING_DONE = "Not connected: nothing was done."
NO_SERVER = "no server at {where}; `ludoteca serve` starts one"
OTHER_PORT = (
    "the server at {where} is not the Ludoteca web page; give its port (`--port`, usually 8000)"
)
WELCOME = """Welcome to Ludoteca!

Answer the questions below. Enter accepts the suggested answer; Esc leaves.
Type NAME#SECRET to protect your name."""

HELP = """Use the arrow keys to move between choices and Enter or Space to choose, or
click. The line above the keys describes the marked choice.

Tab moves to the log and the chat; Esc returns. Arrow keys, page keys and the
mouse wheel scroll the table, the log and the chat.

?  this help
t  write in the chat
{keys}

In the chat, a message that begins with @anna is for anna only.
Ctrl-C asks whether to leave; press it again to leave.
Ctrl-L redraws the screen.

If the connection is lost, the console reconnects and you return to your seat."""

LOBBY_KEYS = """p  play the chosen game against bots
o  open a table that others can join
c  join or watch a table by its code
v  your vacation, which stops your clocks in slow games
q  leave Ludoteca"""
WAITING_KEYS = """s  start now, with bots in the free seats (if you opened the table)
r  the rules of the game
q  leave the table"""
PLAYING_KEYS = """:  type a move or a command, as listed below
   if a turn may take an hour or more: also a move for your next turn
d  drop the move queued for your next turn
v  your vacation, which stops your clocks in slow games
h  a hint
u  undo your last move
b  step back through the game, while it goes on
p  ask for a pause, or agree to one; in a pause, resume the game
+  give the player to move one more minute
r  the rules of the game
q  leave the table"""
STEPPING_KEYS = """b  one step back; Enter goes forward
:  go to a step by its number
q  back to the game"""
OVER_KEYS = """m  play again with the same players
l  go back to the lobby
r  the rules of the game
q  leave the table"""

LOBBY = """Choose a game and press p to play it against bots, or o to open a table for others.
Tables can be joined and watched; ? explains the keys, t writes to everyone connected."""
WAITING = "Waiting for players. Others can find the table in the lobby, by its code or by its link:"
LEAVING = """From the lobby you can come back to your seat.
{away}
If you give the seat up, you leave the game."""
ALONE = "The game waits for you."
NOT_STARTED = "Until the game starts, others may take your seat if you stay away."
SLOW = "While you are away, your clock keeps running during your turns."
AWAY = {
    AbsenceRule.WAIT: "While you are away, the others wait for you.",
    AbsenceRule.BOT: "If you are away for long, a bot plays for you until you are back.",
    AbsenceRule.FORFEIT: "While you are away, your turns are skipped; the last player left wins.",
}
PAUSED = "The game is paused. Press p to resume it."
PAUSED_WATCHED = "The game is paused."
END = "Leave Ludoteca?"
BALLOTS = {
    Ballot.SKIP: "skip their turn",
    Ballot.BOT: "let a bot play for them",
    Ballot.END: "end the game",
}
GONE = "You are no longer at this table: it was closed, or its owner removed you."
