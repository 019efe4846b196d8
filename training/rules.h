// One table of My Shelfie on integers: laying it, moves, turns, goals, points.
//
// It is what `games/shelfie/bitboard.py` plays, to the last draw of luck; `check.py` compares them.
// The file is compiled for processors and, with nvcc, for GPUs.

#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define CODE __device__ inline
#define DATA static __device__ const
#else
#define CODE inline
#define DATA static const
#endif

#include "constants.h"  // written by dump.py

using Bits = uint64_t;

struct Table {
    Bits luck;
    Bits room;            // the places with a tile
    Bits shelf[4][6];     // by seat and kind
    uint8_t kind[56];     // of the tile on each place
    uint8_t bag[6];       // how many tiles of each kind
    int8_t players, any_kind, leftovers_return, first, turn, finisher, over;
    int8_t goal[2];       // from 0; -1 for none
    int8_t taken[2];      // how many tokens of each goal are gone
    int8_t token[2][4];   // points of each seat
    int8_t card[4];       // personal goals, from 0
};

// The five sorts of lines: how far apart their tiles are, how many, in how many orders.
DATA int STEP[5] = {6, 6, 6, 5, 5};
DATA int LENGTH[5] = {1, 2, 3, 2, 3};
DATA int ORDERS[5] = {1, 2, 6, 2, 6};
DATA int ORDER[2][6][3] = {
    {{0, 1, 2}, {1, 0, 2}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
};

CODE int count(Bits bits) {
#ifdef __CUDACC__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}

CODE int lowest(Bits bits) {
#ifdef __CUDACC__
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

CODE int most(int a, int b) { return a > b ? a : b; }

CODE int below(Table& table, int n) {
    table.luck = 698769069ull * (table.luck & 0xFFFFFFFFull) + (table.luck >> 32);
    return (int)((table.luck & 0xFFFFFFFFull) * (Bits)n >> 32);
}

CODE int deal(Table& table, unsigned& pile, int left) {
    unsigned rest = pile;
    for (int n = below(table, left); n; n--) rest &= rest - 1;
    unsigned card = rest & (0u - rest);
    pile ^= card;
    return lowest(card);
}

CODE int bag_size(const Table& table) {
    int tiles = 0;
    for (int kind = 0; kind < 6; kind++) tiles += table.bag[kind];
    return tiles;
}

CODE void fill(Table& table) {
    int players = table.players, left = bag_size(table);
    for (int i = FILL_FROM[players]; i < FILL_FROM[players + 1] && left; i++) {
        int place = FILL[i];
        if (table.room >> place & 1) continue;
        int at = below(table, left--), kind = 0;
        while (at >= table.bag[kind]) at -= table.bag[kind++];
        table.bag[kind]--;
        table.kind[place] = (uint8_t)kind;
        table.room |= 1ull << place;
    }
}

CODE void lay(Table& table, Bits luck, int players, int goals, int any_kind, int leftovers_return) {
    table = Table{};
    table.luck = luck;
    table.players = (int8_t)players;
    table.any_kind = (int8_t)any_kind;
    table.leftovers_return = (int8_t)leftovers_return;
    table.finisher = -1;
    for (int kind = 0; kind < 6; kind++) table.bag[kind] = 22;
    unsigned pile = 4095;
    for (int i = 0; i < 2; i++) table.goal[i] = (int8_t)(i < goals ? deal(table, pile, 12 - i) : -1);
    pile = 4095;
    for (int seat = 0; seat < players; seat++) table.card[seat] = (int8_t)deal(table, pile, 12 - seat);
    table.first = table.turn = (int8_t)below(table, players);
    fill(table);
}

CODE Bits takeable(Bits room) { return room & ~(room << 5 & room >> 5 & room << 6 & room >> 6); }

CODE bool all_lone(Bits room) { return !(room & (room >> 5 | room >> 6)); }

// The first places of the lines of a sort.
CODE Bits lines(Bits free, int sort) {
    Bits firsts = free;
    for (int i = 1; i < LENGTH[sort]; i++) firsts &= free >> STEP[sort] * i;
    return firsts;
}

CODE int height(const Bits shelf[6], int column) {
    Bits all = shelf[0] | shelf[1] | shelf[2] | shelf[3] | shelf[4] | shelf[5];
    return count(all >> 7 * column & 63);
}

// A move is a number: ((sort * 53 + first place) * 6 + order) * 5 + column.
struct Move {
    int size, column;
    int place[3];  // in the order in which the tiles fall
};

CODE Move unpacked(int number) {
    Move move;
    move.column = number % 5;
    int order = number / 5 % 6, first = number / 30 % 53, sort = number / 1590;
    move.size = LENGTH[sort];
    for (int i = 0; i < 3; i++)
        move.place[i] = first + (i < move.size ? STEP[sort] * ORDER[move.size == 3][order][i] : 0);
    return move;
}

// All moves that lead to different tables, at most 2,000; if `moves` is null they are only counted.
CODE int list_moves(const Table& table, int* moves) {
    if (table.over) return 0;
    Bits free = takeable(table.room);
    int found = 0, room[5];
    for (int column = 0; column < 5; column++) room[column] = 6 - height(table.shelf[table.turn], column);
    for (int sort = 0; sort < 5; sort++)
        for (Bits firsts = lines(free, sort); firsts; firsts &= firsts - 1)
            for (int order = 0; order < ORDERS[sort]; order++) {
                int number = ((sort * 53 + lowest(firsts)) * 6 + order) * 5;
                Move move = unpacked(number);
                bool again = false;  // two tiles of one kind, the other way round
                for (int i = 0; i < move.size; i++)
                    for (int j = 0; j < i; j++)
                        again |= move.place[j] > move.place[i] &&
                                 table.kind[move.place[j]] == table.kind[move.place[i]];
                if (again) continue;
                for (int column = 0; column < 5; column++)
                    if (room[column] >= move.size) {
                        if (moves) moves[found] = number + column;
                        found++;
                    }
            }
    return found;
}

CODE Bits grown_group(Bits alike, Bits group) {
    while (true) {
        Bits grown = alike & (group | group << 1 | group >> 1 | group << 7 | group >> 7);
        if (grown == group) return group;
        group = grown;
    }
}

CODE Bits line_of_shelf(int line) {  // six rows from the bottom, then five columns
    return line < 6 ? 0x10204081ull << line : 63ull << 7 * (line - 6);
}

// What goals look at.
struct Shape {
    int sizes[6][5];   // groups of 2, 3, 4, 5, 6 or more tiles, by kind
    int squares[6];    // groups with a 2x2 block
    int tiles[6];      // by kind
    int heights[5];
    int kinds[11];     // different ones in each line
    int filled[11];    // tiles in each line
    int total, points;
};

CODE Shape shape_of(const Bits shelf[6]) {
    Shape shape = {};
    Bits all = 0;
    for (int kind = 0; kind < 6; kind++) {
        Bits alike = shelf[kind];
        all |= alike;
        shape.tiles[kind] = count(alike);
        shape.total += shape.tiles[kind];
        Bits blocks = alike & alike >> 1 & alike >> 7 & alike >> 8;
        Bits seeds = alike & (alike >> 1 | alike >> 7);
        while (seeds) {
            Bits group = grown_group(alike, seeds & (0 - seeds));
            int size = count(group) < 6 ? count(group) : 6;
            shape.sizes[kind][size - 2]++;
            shape.squares[kind] += (blocks & group) != 0;
            shape.points += GROUP_POINTS[size];
            seeds &= ~group;
        }
        for (int line = 0; line < 11; line++) shape.kinds[line] += (alike & line_of_shelf(line)) != 0;
    }
    for (int line = 0; line < 11; line++) shape.filled[line] = count(all & line_of_shelf(line));
    for (int column = 0; column < 5; column++) shape.heights[column] = shape.filled[6 + column];
    return shape;
}

// Full lines from `start` to `end` with so many kinds.
CODE int full_lines(const Shape& shape, int start, int end, int fewest, int most) {
    int found = 0;
    for (int line = start; line < end; line++)
        found += shape.filled[line] == (line < 6 ? 5 : 6) && shape.kinds[line] >= fewest && shape.kinds[line] <= most;
    return found;
}

CODE int groups_of(const Shape& shape, int fewest) {
    int found = 0;
    for (int kind = 0; kind < 6; kind++)
        for (int size = fewest - 2; size < 5; size++) found += shape.sizes[kind][size];
    return found;
}

CODE int square_groups(const Shape& shape, bool any_kind) {
    int found = 0, best = 0;
    for (int kind = 0; kind < 6; kind++) {
        found += shape.squares[kind];
        best = most(best, shape.squares[kind]);
    }
    return any_kind ? found : best;
}

CODE bool stairs(const Shape& shape, int step) {
    for (int column = 1; column < 5; column++)
        if (shape.heights[column] != shape.heights[column - 1] + step) return false;
    return shape.heights[0] > 0 && shape.heights[4] > 0;
}

// Whether a shelf meets a common goal, from 0.
CODE bool is_met(int goal, const Shape& shape, const Bits shelf[6], bool any_kind) {
    switch (goal) {
        case 0: return square_groups(shape, any_kind) >= 2;
        case 1: return full_lines(shape, 6, 11, 6, 6) >= 2;
        case 2: return groups_of(shape, 4) >= 4;
        case 3: return groups_of(shape, 2) >= 6;
        case 4: return full_lines(shape, 6, 11, 1, 3) >= 3;
        case 5: return full_lines(shape, 0, 6, 5, 5) >= 2;
        case 6: return full_lines(shape, 0, 6, 1, 3) >= 4;
        case 11: return stairs(shape, 1) || stairs(shape, -1);
    }
    for (int kind = 0; kind < 6; kind++) {
        Bits alike = shelf[kind];
        if (goal == 7 && (alike & CORNERS) == CORNERS) return true;
        if (goal == 8 && shape.tiles[kind] >= 8) return true;
        if (goal == 9 && (alike & alike >> 2 & alike >> 8 & alike >> 14 & alike >> 16)) return true;
        if (goal == 10 && (alike & alike >> 8 & alike >> 16 & alike >> 24 & alike >> 32)) return true;
        if (goal == 10 && (alike & alike >> 6 & alike >> 12 & alike >> 18 & alike >> 24)) return true;
    }
    return false;
}

// Take the tiles and drop them.
CODE void drop(Table& table, const Move& move) {
    Bits* shelf = table.shelf[table.turn];
    int at = 7 * move.column + height(shelf, move.column);
    for (int i = 0; i < move.size; i++) {
        shelf[table.kind[move.place[i]]] |= 1ull << at + i;
        table.room &= ~(1ull << move.place[i]);
    }
}

// The tokens and the end token that the seat gets for its shelf.
CODE void award(Table& table, const Shape& shape) {
    int seat = table.turn;
    for (int i = 0; i < 2; i++)
        if (table.goal[i] >= 0 && !table.token[i][seat] &&
            is_met(table.goal[i], shape, table.shelf[seat], table.any_kind))
            table.token[i][seat] = (int8_t)TOKENS[table.players][table.taken[i]++];
    if (shape.total == 30 && table.finisher < 0) table.finisher = table.turn;
}

CODE void play(Table& table, int number) {
    drop(table, unpacked(number));
    award(table, shape_of(table.shelf[table.turn]));
    table.turn = (int8_t)((table.turn + 1) % table.players);
    if (table.turn == table.first && table.finisher >= 0) {
        table.over = 1;
        return;
    }
    if (!all_lone(table.room)) return;
    if (table.leftovers_return)
        for (; table.room; table.room &= table.room - 1) table.bag[table.kind[lowest(table.room)]]++;
    fill(table);
}

CODE int matches(const Bits shelf[6], int card) {
    int found = 0;
    for (int kind = 0; kind < 6; kind++) found += shelf[kind] >> WANTED[card][kind] & 1;
    return found;
}

CODE int points_of(const Table& table, int seat) {
    return shape_of(table.shelf[seat]).points + MATCH_POINTS[matches(table.shelf[seat], table.card[seat])] +
           table.token[0][seat] + table.token[1][seat] + (table.finisher == seat);
}
