// Thousands of tables at once: what Python calls. Built by core.py, with g++ or nvcc.

#include "features.h"

#ifdef __CUDACC__
#define EACH [=] __device__
template <class Job>
__global__ void one_each(int64_t n, Job job) {
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n) job(i);
}
template <class Job>
void for_each(int64_t n, Job job) {
    if (n) one_each<<<(unsigned)((n + 127) / 128), 128>>>(n, job);
}
static int failure() { return cudaGetLastError(); }
#else
#define EACH [=]
template <class Job>
void for_each(int64_t n, Job job) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) job(i);
}
static int failure() { return 0; }
#endif

extern "C" {

int table_size() { return sizeof(Table); }

int lay_tables(Table* tables, const int64_t* luck, const int8_t* choices, int64_t n) {
    for_each(n, EACH(int64_t i) {
        const int8_t* chosen = choices + 4 * i;
        lay(tables[i], (Bits)luck[i], chosen[0], chosen[1], chosen[2], chosen[3]);
    });
    return failure();
}

int count_moves(const Table* tables, int64_t* counts, int64_t n) {
    for_each(n, EACH(int64_t i) { counts[i] = list_moves(tables[i], nullptr); });
    return failure();
}

// The moves of table i begin at ends[i] less its count.
int write_moves(const Table* tables, const int64_t* counts, const int64_t* ends, int64_t* game, int* moves, int64_t n) {
    for_each(n, EACH(int64_t i) {
        int64_t start = ends[i] - counts[i];
        list_moves(tables[i], moves + start);
        for (int64_t at = start; at < ends[i]; at++) game[at] = i;
    });
    return failure();
}

int situations(const Table* tables, Number* now, Number* kinds, Number* gate, int64_t n) {
    for_each(n, EACH(int64_t i) {
        see_now(Row{now + NOW * i}, Row{kinds + 6 * KIND_NOW * i}, Row{gate + GATE * i}, tables[i]);
    });
    return failure();
}

int prospects(const Table* tables, const int64_t* game, const int* moves, Number* after, Number* kinds, int64_t n) {
    for_each(n, EACH(int64_t i) {
        see_after(Row{after + AFTER * i}, Row{kinds + 6 * KIND_AFTER * i}, tables[game[i]], moves[i]);
    });
    return failure();
}

// The hidden units of after-positions: `flat` [n, wide + deep] and `kinds` [n, 6, deep] of what a move
// changes, the same for each table of what it does not, and the gate; into `hidden` [n, wide + deep].
int hidden_units(const Number* flat, const Number* kinds, const Number* flat_now, const Number* kinds_now,
                 const Number* gate, const int64_t* game, Number* hidden, int wide, int deep, int64_t n) {
    int units = wide + deep;
    for_each(n * units, EACH(int64_t at) {
        int64_t i = at / units, table = game[i];
        int unit = (int)(at % units);
        float there = (float)flat[at] + (float)flat_now[table * units + unit], sum = 0;
        float factor = (float)gate[table * units + unit];
        if (unit < wide) {
            sum = there * factor > 0 ? there * factor : 0;
        } else {
            for (int kind = 0; kind < 6; kind++) {
                float more = (float)kinds[(6 * i + kind) * deep + unit - wide] +
                             (float)kinds_now[(6 * table + kind) * deep + unit - wide];
                float value = (there + more) * factor;
                sum += value > 0 ? value : 0;
            }
        }
        hidden[at] = (Number)sum;
    });
    return failure();
}

// Where the best of each table's moves is; for a table without moves, 0.
int best_moves(const float* worth, const int64_t* counts, const int64_t* ends, int64_t* best, int64_t n) {
    for_each(n, EACH(int64_t i) {
        int64_t chosen = ends[i] - counts[i];
        for (int64_t at = chosen; at < ends[i]; at++)
            if (worth[at] > worth[chosen]) chosen = at;
        best[i] = counts[i] ? chosen : 0;
    });
    return failure();
}

// Tables that are over stay as they are.
int play_moves(Table* tables, const int* moves, int64_t n) {
    for_each(n, EACH(int64_t i) {
        if (!tables[i].over) play(tables[i], moves[i]);
    });
    return failure();
}

// Who is to move, from 0; -1 where the game is over.
int turns(const Table* tables, int64_t* seats, int64_t n) {
    for_each(n, EACH(int64_t i) { seats[i] = tables[i].over ? -1 : tables[i].turn; });
    return failure();
}

// By seat: points, the best other's points, whether it wins (ties: the last in turn order).
int results(const Table* tables, int* told, int64_t n) {
    for_each(n, EACH(int64_t i) {
        const Table& table = tables[i];
        int points[4], winner = table.first;
        for (int k = 0; k < table.players; k++) {
            int seat = (table.first + k) % table.players;
            points[seat] = points_of(table, seat);
            if (points[seat] >= points[winner]) winner = seat;
        }
        for (int seat = 0; seat < 4; seat++) {
            int best = 0, *at = told + 12 * i + 3 * seat;
            for (int other = 0; other < table.players; other++)
                if (other != seat) best = most(best, points[other]);
            at[0] = seat < table.players ? points[seat] : 0;
            at[1] = best;
            at[2] = seat == winner;
        }
    });
    return failure();
}
}
