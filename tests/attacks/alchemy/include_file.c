// A champion that includes a file of the system, whose lines the compiler would print.
// verdict: compile
#include "/etc/passwd"
void partie_init(void) {}
void jouer_tour(void) {}
void partie_fin(void) {}
