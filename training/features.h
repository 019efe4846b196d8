// What the network sees of one table, as FEATURES.md defines it. Rows come filled with zeros.

#pragma once

#include "rules.h"

#ifdef __CUDACC__
#include <cuda_fp16.h>
using Number = __half;
#else
using Number = float;
#endif

// The lengths of rows, each rounded up to what matrices like.
constexpr int AFTER = 736, KIND_AFTER = 112, NOW = 1120, KIND_NOW = 96, GATE = 48;

struct Row {
    Number* at;
    CODE void set(int index, float value) const {
        if (value != 0) at[index] = (Number)value;
    }
    CODE Row from(int index) const { return Row{at + index}; }
};

CODE int cell_of(int bit) { return bit - bit / 7; }

CODE void see_shelf(Row row, const Bits shelf[6]) {
    for (int kind = 0; kind < 6; kind++)
        for (Bits left = shelf[kind]; left; left &= left - 1) row.set(30 * kind + cell_of(lowest(left)), 1);
}

// The part of a pattern that is there, if it is of one kind.
CODE float alive(const Bits shelf[6], Bits pattern) {
    int tiles = 0, kinds = 0;
    for (int kind = 0; kind < 6; kind++) {
        int there = count(shelf[kind] & pattern);
        tiles += there;
        kinds += there > 0;
    }
    return kinds == 1 ? (float)tiles / count(pattern) : 0;
}

CODE void see_patterns(Row row, const Bits shelf[6]) {
    float best_x = 0, best_diagonal = 0;
    row.set(38, alive(shelf, CORNERS));
    for (int i = 0; i < 12; i++) {
        float part = alive(shelf, 0x14105ull << 7 * (i / 4) + i % 4);
        best_x = part > best_x ? part : best_x;
        row.set(39 + i, part);
    }
    for (int i = 0; i < 4; i++) {
        float part = alive(shelf, (i < 2 ? 0x101010101ull : 0x10410410ull) << i % 2);
        best_diagonal = part > best_diagonal ? part : best_diagonal;
        row.set(51 + i, part);
    }
    row.set(90, best_x);
    row.set(91, best_diagonal);
}

CODE float nearest_stairs(const Shape& shape) {
    float best = 0;
    for (int i = 0; i < 4; i++) {
        bool fits = true;
        for (int column = 0; column < 5; column++)
            fits &= shape.heights[column] <= (i < 2 ? column + 1 : 5 - column) + i % 2;
        float part = fits ? shape.total / (i % 2 ? 20.f : 15.f) : 0;
        best = part > best ? part : best;
    }
    return best;
}

CODE void see_shape(Row row, const Shape& shape, const Bits shelf[6]) {
    int most_alike = 0;
    for (int size = 0; size < 5; size++) {
        int groups = 0;
        for (int kind = 0; kind < 6; kind++) groups += shape.sizes[kind][size];
        row.set(size, groups / 4.f);
    }
    for (int kind = 0; kind < 6; kind++) most_alike = most(most_alike, shape.tiles[kind]);
    for (int line = 0; line < 11; line++) {
        row.set(5 + line, shape.kinds[line] <= 3);
        row.set(16 + line, shape.kinds[line] == shape.filled[line]);
        row.set(27 + line, shape.kinds[line] / 6.f);
    }
    see_patterns(row, shelf);
    for (int column = 0; column < 5; column++) row.set(55 + 7 * column + shape.heights[column], 1);
    row.set(92, nearest_stairs(shape));
    row.set(93, most_alike / 8.f);
    row.set(94, full_lines(shape, 6, 11, 6, 6) / 2.f);
    row.set(95, full_lines(shape, 6, 11, 1, 3) / 3.f);
    row.set(96, full_lines(shape, 0, 6, 5, 5) / 2.f);
    row.set(97, full_lines(shape, 0, 6, 1, 3) / 4.f);
    row.set(98, square_groups(shape, false) / 2.f);
    row.set(99, square_groups(shape, true) / 2.f);
    row.set(100, shape.points / 20.f);
    row.set(101, shape.total / 30.f);
    row.set(102 + (shape.total < 21 ? 9 : 30 - shape.total), 1);
}

// For one kind: its groups and its tiles.
CODE void see_groups(Row row, const Shape& shape, int kind) {
    for (int size = 0; size < 5; size++) row.set(size, shape.sizes[kind][size] / 2.f);
}

// For one kind: how many of it a tile would lie beside, in each column.
CODE void see_landings(Row row, const Shape& shape, Bits alike) {
    for (int column = 0; column < 5; column++) {
        int high = shape.heights[column], at = 7 * column + high, near = 0;
        if (high == 6) continue;
        if (high) near += alike >> at - 1 & 1;
        if (column) near += alike >> at - 7 & 1;
        if (column < 4) near += alike >> at + 7 & 1;
        row.set(column, near / 3.f);
    }
}

CODE int goal_place(const Table& table, int i) { return table.goal[i] == 0 && table.any_kind ? 12 : table.goal[i]; }

// The next tokens: for me by goal, then for the others.
CODE void see_tokens(Row row, const Table& table, int seat) {
    for (int i = 0; i < 2; i++) {
        if (table.goal[i] < 0) continue;
        int place = goal_place(table, i), without = 0;
        float next = TOKENS[table.players][table.taken[i] < 4 ? table.taken[i] : 3] / 8.f;
        for (int other = 0; other < table.players; other++) without += other != seat && !table.token[i][other];
        row.set(place, table.token[i][seat] ? 0 : next);
        row.set(13 + place, without ? next * without / (table.players - 1) : 0);
    }
}

CODE void see_room(Row after, Row kinds, const Table& table) {
    Bits free = takeable(table.room), of_kind[6] = {};
    for (Bits left = table.room; left; left &= left - 1) {
        int place = lowest(left), kind = table.kind[place];
        after.set(180 + 53 * kind + place, 1);
        kinds.set(kind * KIND_AFTER + 30 + place, 1);
        if (!(free >> place & 1)) continue;
        after.set(498 + place, 1);
        of_kind[kind] |= 1ull << place;
    }
    after.set(706, all_lone(table.room));
    int twos = 0, threes = 0;
    for (int sort = 1; sort < 5; sort++) (LENGTH[sort] == 2 ? twos : threes) += count(lines(free, sort));
    after.set(728, threes > 0);
    after.set(729, count(free) / 16.f);
    after.set(730, twos / 16.f);
    after.set(731, threes / 16.f);
    for (int a = 0; a < 6; a++) {
        Bits mine = of_kind[a], near = mine << 5 | mine >> 5 | mine << 6 | mine >> 6;
        for (int b = a; b < 6; b++) after.set(707 + 6 * a - a * (a - 1) / 2 + b - a, (near & of_kind[b]) != 0);
        int pairs = count(lines(mine, 1)) + count(lines(mine, 3));
        int triples = count(lines(mine, 2)) + count(lines(mine, 4));
        Row row = kinds.from(a * KIND_AFTER + 103);
        row.set(0, count(mine) / 8.f);
        row.set(1, mine != 0);
        row.set(2, pairs > 0);
        row.set(3, triples > 0);
        row.set(4, pairs / 4.f);
        row.set(5, triples / 2.f);
    }
}

CODE void see_own(Row after, Row kinds, const Table& table, const Shape& shape, int seat) {
    const Bits* shelf = table.shelf[seat];
    Bits all = 0;
    for (int kind = 0; kind < 6; kind++) all |= shelf[kind];
    for (int kind = 0; kind < 6; kind++) {
        Row row = kinds.from(kind * KIND_AFTER);
        for (Bits left = shelf[kind]; left; left &= left - 1) row.set(cell_of(lowest(left)), 1);
        see_groups(row.from(83), shape, kind);
        row.set(88, shape.squares[kind]);
        row.set(89, shape.tiles[kind] / 8.f);
        int wanted = WANTED[table.card[seat]][kind];
        bool right = shelf[kind] >> wanted & 1, wrong = !right && (all >> wanted & 1);
        after.set(663 + kind, right);
        after.set(669 + kind, wrong);
        row.set(90, right);
        row.set(91, wrong);
        int gap = wanted % 7 - shape.heights[wanted / 7];
        if (gap >= 0) row.set(92 + gap, 1);
        see_landings(row.from(98), shape, shelf[kind]);
    }
}

// What a move leaves behind; `table` is as it was before it.
CODE void see_after(Row after, Row kinds, Table table, int number) {
    int seat = table.turn;
    drop(table, unpacked(number));
    Shape shape = shape_of(table.shelf[seat]);
    award(table, shape);
    see_shelf(after, table.shelf[seat]);
    see_room(after, kinds, table);
    see_shape(after.from(551), shape, table.shelf[seat]);
    see_own(after, kinds, table, shape, seat);
    after.set(675, MATCH_POINTS[matches(table.shelf[seat], table.card[seat])] / 12.f);
    after.set(676, (table.token[0][seat] + table.token[1][seat]) / 8.f);
    see_tokens(after.from(677), table, seat);
    after.set(703, table.finisher == seat);
    after.set(704, table.finisher >= 0 && table.finisher != seat);
    after.set(705, table.finisher >= 0);
}

CODE int seen_points(const Table& table, const Shape& shape, int seat) {
    return shape.points + table.token[0][seat] + table.token[1][seat] + (table.finisher == seat);
}

// What is the same for all moves of the seat whose turn it is.
CODE void see_now(Row now, Row kinds, Row gate, const Table& table) {
    int seat = table.turn, players = table.players, best = 0, fullest = 0, own = 0;
    for (int i = 0; i < players - 1; i++) {
        int other = (seat + 1 + i) % players;
        const Bits* shelf = table.shelf[other];
        Shape shape = shape_of(shelf);
        Row row = now.from(296 * i);
        see_shelf(row, shelf);
        see_shape(row.from(180), shape, shelf);
        int points = seen_points(table, shape, other);
        row.set(292, (table.token[0][other] + table.token[1][other]) / 8.f);
        row.set(293, table.finisher == other);
        row.set(294, points / 20.f);
        row.set(295, 1);
        best = most(best, points);
        fullest = most(fullest, shape.total);
        for (int kind = 0; kind < 6; kind++) {
            Row part = kinds.from(kind * KIND_NOW + 30 + 11 * i);
            see_groups(part, shape, kind);
            part.set(5, shape.tiles[kind] / 8.f);
            see_landings(part.from(6), shape, shelf[kind]);
            if (i) continue;
            for (Bits left = shelf[kind]; left; left &= left - 1)
                kinds.set(kind * KIND_NOW + cell_of(lowest(left)), 1);
        }
    }
    for (int kind = 0; kind < 6; kind++) {
        int wanted = cell_of(WANTED[table.card[seat]][kind]);
        now.set(888 + 30 * kind + wanted, 1);
        now.set(1080 + kind, table.bag[kind] / 22.f);
        kinds.set(kind * KIND_NOW + 63 + wanted, 1);
        kinds.set(kind * KIND_NOW + 93, table.bag[kind] / 22.f);
        own += count(table.shelf[seat][kind]);
    }
    now.set(1068 + table.card[seat], 1);
    now.set(1086, bag_size(table) / 132.f);
    now.set(1087 + players - 2, 1);
    now.set(1090 + (table.first - seat - 1 + 2 * players) % players, 1);
    now.set(1094, table.leftovers_return);
    for (int i = 0; i < 2; i++)
        if (table.goal[i] >= 0) now.set(1095 + goal_place(table, i), 1);
    now.set(1108, best / 20.f);
    see_tokens(gate, table, seat);
    gate.set(26 + table.card[seat], 1);
    gate.set(38 + players - 2, 1);
    gate.set(41, own / 30.f);
    gate.set(42, fullest / 30.f);
}
