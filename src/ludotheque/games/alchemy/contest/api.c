/* The contest's API for C and C++ champions (AL-20).

It converts types and keeps the turn's actions; the compiled rules decide what is allowed and what it does. The host
sets the position before each call of the champion and fetches the actions after it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prologin.h"
#include "rules.h"

#define CELLS (TAILLE_ETABLI * TAILLE_ETABLI)
#define MAX_MOVES 64 /* no turn has as many: every action except two takes away a cell or a catalyst */

typedef struct rules {
    int (*play)(state *, int seat, int kind, int a, int b, int c);
    int (*take_region)(state *, int seat, int cell);
    int (*has_contact)(state *, int seat, int cell, int other);
    int (*gold_for)(int element, int size);
    int (*catalysts_for)(int element, int size);
    void (*print_benches)(void);
} rules;

static rules rule; /* the compiled rules */
static state past[MAX_MOVES + 1]; /* past[0] is the start of the turn, *now the present position */
static state *now = past;
static int moves[MAX_MOVES][4];
static int me;
static const action_hist *history;
static int history_length;

void ludotheque_begin(const rules *functions, const state *start, int seat, const action_hist *actions, int length)
{
    rule = *functions;
    past[0] = *start;
    now = past;
    me = seat;
    history = actions;
    history_length = length;
}

int ludotheque_moves(int (*out)[4])
{
    memcpy(out, moves, (now - past) * sizeof moves[0]);
    return now - past;
}

static bool is_seat(int id) { return id == 0 || id == 1; }

static bool is_element(int type) { return type > VIDE && type < NB_TYPE_CASES; }

/* Return the cell at a position, or -1 off the bench. */
static int cell_of(position pos)
{
    bool row = pos.ligne >= 0 && pos.ligne < TAILLE_ETABLI, column = pos.colonne >= 0 && pos.colonne < TAILLE_ETABLI;
    return row && column ? pos.ligne * TAILLE_ETABLI + pos.colonne : -1;
}

static position position_of(int cell)
{
    position pos = { cell / TAILLE_ETABLI, cell % TAILLE_ETABLI };
    return pos;
}

/* Return the way from pos1 to pos2, or 4 if they are not adjacent (AL-19). */
static int way_to(position pos1, position pos2)
{
    int down = pos2.ligne - pos1.ligne, right = pos2.colonne - pos1.colonne;
    if (down * down + right * right != 1)
        return 4;
    return down ? 1 + down : 2 - right;
}

static erreur act(int kind, int a, int b, int c)
{
    if (now == past + MAX_MOVES)
        return POSITION_INVALIDE;
    now[1] = now[0];
    int error = rule.play(now + 1, me, kind, a, b, c);
    if (error == 0) {
        int move[4] = { kind, a, b, c };
        memcpy(moves[now - past], move, sizeof move);
        now++;
    }
    return ANSWERS[kind][error];
}

erreur api_placer_echantillon(position pos1, position pos2)
{
    int cell = cell_of(pos1);
    return cell < 0 || cell_of(pos2) < 0 ? act(PLACE, -1, 0, 0) : act(PLACE, cell, way_to(pos1, pos2), 0);
}

erreur api_transmuter(position pos) { return act(TRANSMUTE, cell_of(pos), 0, 0); }

erreur api_catalyser(position pos, int id, case_type terrain) { return act(CATALYSE, cell_of(pos), id, terrain); }

erreur api_donner_echantillon(echantillon gift) { return act(GIVE, gift.element1, gift.element2, 0); }

bool api_annuler(void)
{
    if (now == past)
        return false;
    now--;
    return true;
}

/* Return what a cell holds, or -1 if there is no such cell. */
static int element_at(position pos, int id)
{
    int cell = cell_of(pos);
    return cell >= 0 && is_seat(id) ? now->bench[id][cell] : -1;
}

case_type api_type_case(position pos, int id)
{
    int element = element_at(pos, id);
    return element < 0 ? VIDE : (case_type)element;
}

bool api_est_vide(position pos, int id) { return element_at(pos, id) == VIDE; }

element_propriete api_propriete_case_type(case_type type)
{
    if (!is_element(type))
        return AUCUNE;
    return type <= CUIVRE ? TRANSMUTABLE_OR : TRANSMUTABLE_CATALYSEUR;
}

element_propriete api_propriete_case(position pos, int id) { return api_propriete_case_type(api_type_case(pos, id)); }

int api_taille_region(position pos, int id)
{
    int element = element_at(pos, id);
    if (element <= VIDE)
        return element; /* -1 or 0 */
    state copy = *now;
    return rule.take_region(&copy, id, cell_of(pos));
}

/* Take the region off a copy: its cells are those that changed. */
position_array ludotheque_positions_region(position pos, int id)
{
    position_array found = { NULL, 0 };
    if (element_at(pos, id) <= VIDE)
        return found;
    state copy = *now;
    found.datas = malloc(rule.take_region(&copy, id, cell_of(pos)) * sizeof *found.datas);
    for (int cell = 0; cell < CELLS; cell++)
        if (copy.bench[id][cell] != now->bench[id][cell])
            found.datas[found.length++] = position_of(cell);
    return found;
}

/* Are these two empty cells of a known bench, with contact? `copy` is the position with the sample in question. */
static bool can_place(state *copy, position pos1, position pos2, int id)
{
    if (element_at(pos1, id) != VIDE || element_at(pos2, id) != VIDE)
        return false;
    return rule.has_contact(copy, id, cell_of(pos1), cell_of(pos2));
}

static state with_sample(echantillon sample)
{
    state copy = *now;
    copy.sample[0] = sample.element1;
    copy.sample[1] = sample.element2;
    return copy;
}

bool api_placement_possible_echantillon(echantillon sample, position pos1, position pos2, int id)
{
    if (!is_element(sample.element1) || !is_element(sample.element2))
        return false;
    state copy = with_sample(sample);
    return can_place(&copy, pos1, pos2, id);
}

/* For each cell: (a, below), (below, a), (a, right), (right, a). */
position_echantillon_array ludotheque_placements_possible_echantillon(echantillon sample, int id)
{
    position_echantillon_array found = { NULL, 0 };
    if (!is_element(sample.element1) || !is_element(sample.element2))
        return found;
    state copy = with_sample(sample);
    found.datas = malloc(4 * CELLS * sizeof *found.datas);
    for (int cell = 0; cell < CELLS; cell++) {
        position a = position_of(cell), below = { a.ligne + 1, a.colonne }, right = { a.ligne, a.colonne + 1 };
        position_echantillon pairs[4] = { { a, below }, { below, a }, { a, right }, { right, a } };
        for (int i = 0; i < 4; i++)
            if (can_place(&copy, pairs[i].pos1, pairs[i].pos2, id))
                found.datas[found.length++] = pairs[i];
    }
    return found;
}

action_hist_array ludotheque_historique(void)
{
    action_hist_array copy = { malloc((history_length + 1) * sizeof *history), history_length };
    memcpy(copy.datas, history, history_length * sizeof *history);
    return copy;
}

int api_moi(void) { return me; }

int api_adversaire(void) { return 1 - me; }

int api_score(int id) { return is_seat(id) ? now->gold[id] : 0; }

int api_tour_actuel(void) { return now->turn <= NB_TOURS ? now->turn : NB_TOURS; }

int api_nombre_catalyseurs(void) { return now->catalysts; }

static echantillon sample_of(int one, int two)
{
    echantillon sample = { (case_type)one, (case_type)two };
    return sample;
}

echantillon api_echantillon_tour(void) { return sample_of(now->sample[0], now->sample[1]); }

echantillon api_echantillon_defaut_premier_tour(void) { return sample_of(PLOMB, FER); }

bool api_a_pose_echantillon(void) { return now->has_placed != 0; }

bool api_a_donne_echantillon(void) { return now->has_given != 0; }

static bool is_size(int size) { return size > 0 && size <= CELLS; }

int api_quantite_transmutation_or(int size) { return is_size(size) ? rule.gold_for(PLOMB, size) : 0; }

int api_quantite_transmutation_catalyseur(int size) { return is_size(size) ? rule.catalysts_for(SOUFRE, size) : 0; }

int api_quantite_transmutation_catalyseur_or(int size) { return is_size(size) ? rule.gold_for(SOUFRE, size) : 0; }

void api_afficher_etablis(void)
{
    fflush(stdout);
    rule.print_benches();
}
