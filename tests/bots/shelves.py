"""A living room and shelves of My Shelfie where the best move is obvious to a person."""

# A few tiles, all of them free to take.
ROOM = """
    . . . . . . . . .
    . . . C T . . . .
    . . . G . . . . .
    . . . . . . . . .
    . G F . . . P . .
    . . . . . . . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
FIVE_PLANTS = """
    . . . . .
    . . . . .
    . . . . .
    P . . . .
    P P . . .
    P P . . .
"""
THREE_CORNERS = """
    B . . . .
    C . . . G
    T . . . F
    F . . . C
    G . . . T
    B . . . B
"""
ONE_STEP_SHORT = """
    . . . . .
    . . . . T
    . . . C F
    . . F B T
    . . T G F
    B F C G T
"""
ONE_LEFT = """
    T G F T .
    G T C F T
    F C T G F
    C B G T C
    T F C G B
    G T B F T
"""
WITHOUT_ITS_GAME = """
    . . . . B
    . . . . T
    C . . . P
    T . G . T
    B P C . B
    P B T P T
"""
