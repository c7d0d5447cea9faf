"""Writes the headers that C and C++ champions include, prologin.h and prologin.hh, from the tables of the API.

    python -m ludotheque.games.alchemy.contest.headers FOLDER

writes them into a folder, for an editor or a compiler of the champion's author; a match writes its own. A third header,
rules.h, gives api.c the memory layout of State and the contest's names for our errors.
"""

import sys
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from ludotheque.game import field_names
from ludotheque.games.alchemy.contest.api import ANSWERS, CONSTANTS, ENUMS, NOT_NOW, erreur
from ludotheque.games.alchemy.rules import END, ERRORS, MOVES, State

C_TYPES = {"int8": "int8_t", "int16": "int16_t", "int32": "int32_t"}
CALLS = ("partie_init", "jouer_tour", "partie_fin")  # functions that a champion defines

STRUCTURES = """\
typedef struct position { int ligne; int colonne; } position;
typedef struct echantillon { case_type element1; case_type element2; } echantillon;
typedef struct position_echantillon { position pos1; position pos2; } position_echantillon;
typedef struct action_hist {
    action_type atype;
    union { position pos1; position poshist1; };
    union { position pos2; position poshist2; };
    int id_apprenti;
    case_type nouvelle_case;
} action_hist;
typedef struct position_array { position *datas; size_t length; } position_array;
typedef struct position_echantillon_array { position_echantillon *datas; size_t length; } position_echantillon_array;
typedef struct action_hist_array { action_hist *datas; size_t length; } action_hist_array;
"""

TO_VECTOR = """\
template <typename T, typename A> static inline std::vector<T> ludotheque_vector(A array)
{
    std::vector<T> copy(array.datas, array.datas + array.length);
    std::free(array.datas);
    return copy;
}
"""


class Function(NamedTuple):
    """A C declaration of a function of the API."""

    returns: str
    name: str
    parameters: str = ""

    @property
    def item(self) -> str | None:
        """The type of the elements, if it returns an array."""
        return self.returns.removesuffix("_array") if self.returns.endswith("_array") else None

    @property
    def arguments(self) -> str:
        """The names of its parameters, as a call passes them."""
        return ", ".join(parameter.split()[-1] for parameter in self.parameters.split(", ") if parameter)


FUNCTIONS = [
    Function("erreur", "placer_echantillon", "position pos1, position pos2"),
    Function("erreur", "transmuter", "position pos"),
    Function("erreur", "catalyser", "position pos, int id_apprenti, case_type terrain"),
    Function("erreur", "donner_echantillon", "echantillon echantillon_donne"),
    Function("case_type", "type_case", "position pos, int id_apprenti"),
    Function("bool", "est_vide", "position pos, int id_apprenti"),
    Function("element_propriete", "propriete_case", "position pos, int id_apprenti"),
    Function("element_propriete", "propriete_case_type", "case_type type"),
    Function("int", "taille_region", "position pos, int id_apprenti"),
    Function("position_array", "positions_region", "position pos, int id_apprenti"),
    Function(
        "bool",
        "placement_possible_echantillon",
        "echantillon echantillon_a_placer, position pos1, position pos2, int id_apprenti",
    ),
    Function(
        "position_echantillon_array",
        "placements_possible_echantillon",
        "echantillon echantillon_a_placer, int id_apprenti",
    ),
    Function("action_hist_array", "historique"),
    Function("int", "moi"),
    Function("int", "adversaire"),
    Function("int", "score", "int id_apprenti"),
    Function("int", "tour_actuel"),
    Function("bool", "annuler"),
    Function("int", "nombre_catalyseurs"),
    Function("echantillon", "echantillon_tour"),
    Function("bool", "a_pose_echantillon"),
    Function("bool", "a_donne_echantillon"),
    Function("int", "quantite_transmutation_or", "int taille_region"),
    Function("int", "quantite_transmutation_catalyseur", "int taille_region"),
    Function("int", "quantite_transmutation_catalyseur_or", "int taille_region"),
    Function("echantillon", "echantillon_defaut_premier_tour"),
    Function("void", "afficher_etablis"),
]


CHAMPION_HEADERS = ("prologin.h", "prologin.hh")


def write(folder: Path) -> None:
    """Write the headers into `folder`."""
    for name, text in make_headers().items():
        (folder / name).write_text(text, "utf-8")


def make_headers() -> dict[str, str]:
    return {"prologin.h": c_header(), "prologin.hh": cc_header(), "rules.h": rules_header()}


def c_arrays() -> str:
    """Return arrays.c, the functions that return arrays, for a champion with the contest's own prologin.h.

    That header only declares them; ours defines them for itself, under another name while this file includes it.
    """
    functions = [function for function in FUNCTIONS if function.item]
    lines = [f"#define api_{function.name} inline_{function.name}" for function in functions]
    lines += ['#include "prologin.h"', *(f"#undef api_{function.name}" for function in functions)]
    for function in functions:
        call = f"return ludotheque_{function.name}({function.arguments});"
        lines.append(f"{function.returns} api_{function.name}({function.parameters or 'void'}) {{ {call} }}")
    return "\n".join([*lines, ""])


def cc_arrays() -> str:
    """Return arrays.cc, the same for the contest's own prologin.hh: addresses make the compiler emit the functions."""
    names = ", ".join(f"(void *)&api_{function.name}" for function in FUNCTIONS if function.item)
    return f'#include "prologin.hh"\n\nvoid *ludotheque_arrays[] = {{ {names} }};\n'


def c_header() -> str:
    """Return prologin.h: each function f is an inline wrapper of api_f; the caller frees arrays."""
    lines = ["#ifndef PROLOGIN_H", "#define PROLOGIN_H", "", "#include <stdbool.h>", "#include <stddef.h>", ""]
    lines += [*_vocabulary(), STRUCTURES]
    for function in FUNCTIONS:
        parameters = function.parameters or "void"
        if function.item:
            lines += [f"extern {function.returns} ludotheque_{function.name}({parameters});"]
            lines += [_inline(function, f"static inline {function.returns} api_", parameters, "ludotheque_")]
        else:
            lines += [f"extern {function.returns} api_{function.name}({parameters});"]
        lines += [_inline(function, f"static inline {function.returns} ", parameters, "api_")]
    lines += ["", *(f"void {call}(void);" for call in CALLS), "", "#endif", ""]
    return "\n".join(lines)


def cc_header() -> str:
    """Return prologin.hh: api_f is extern "C", f is an inline wrapper of it, and arrays are vectors."""
    includes = [f"#include <{name}>" for name in ("cstddef", "cstdlib", "functional", "string", "vector")]
    lines = ["#ifndef PROLOGIN_HH", "#define PROLOGIN_HH", "", *includes, ""]
    lines += [*_vocabulary(), STRUCTURES, TO_VECTOR]
    for function in FUNCTIONS:
        if function.item:
            vector, call = f"std::vector<{function.item}>", f"ludotheque_{function.name}"
            lines += [f'extern "C" {function.returns} {call}({function.parameters});']
            body = f"return ludotheque_vector<{function.item}>({call}({function.arguments}));"
            lines += [f'extern "C" inline {vector} api_{function.name}({function.parameters}) {{ {body} }}']
        else:
            vector = function.returns
            lines += [f'extern "C" {function.returns} api_{function.name}({function.parameters});']
        lines += [_inline(function, f"static inline {vector} ", function.parameters, "api_")]
    lines += ["", 'extern "C" {', *(f"void {call}();" for call in CALLS), "}", "", "#endif", ""]
    return "\n".join(lines)


def rules_header() -> str:
    """Return rules.h: State as a structure, the kinds of move, and the contest's name of each of our errors."""
    kinds = [kind for kind in MOVES if kind != list(MOVES)[END]]
    lines = ["#include <stdint.h>", "", "typedef struct state {", *_fields(), "} state;"]
    lines += [f'_Static_assert(sizeof(state) == {State.itemsize}, "State has another layout");', ""]
    lines += [f"enum {{ {', '.join(kinds)} }};", f"static const erreur ANSWERS[{len(kinds)}][{len(ERRORS)}] = {{"]
    for kind in range(len(kinds)):
        row = [ANSWERS.get((kind, sentence), NOT_NOW) if sentence != ERRORS[0] else erreur.OK for sentence in ERRORS]
        lines.append(f"    {{ {', '.join(answer.name for answer in row)} }},")
    return "\n".join([*lines, "};", ""])


def _vocabulary() -> Iterator[str]:
    """Yield the constants and enums."""
    for name, value in CONSTANTS.items():
        if isinstance(value, int) and not isinstance(value, IntEnum):
            yield f"#define {name} {value}"
    yield ""
    for enum in ENUMS:
        members = ", ".join(f"{member.name} = {member.value}" for member in enum)
        yield f"typedef enum {enum.__name__} {{ {members} }} {enum.__name__};"
    yield ""


def _inline(function: Function, head: str, parameters: str, prefix: str) -> str:
    returns = "" if function.returns == "void" else "return "
    return f"{head}{function.name}({parameters}) {{ {returns}{prefix}{function.name}({function.arguments}); }}"


def _fields() -> Iterator[str]:
    assert State.names is not None and field_names(State)
    for name in State.names:  # the padding too
        base, shape = State[name].base, State[name].shape
        yield f"    {C_TYPES[base.name]} {name}{''.join(f'[{length}]' for length in shape)};"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
