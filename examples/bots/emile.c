/* A bot for Émile in C: keeps the best dice and stops once the turn is worth enough.
   Each line is a name and its values; the line "go" asks for an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENOUGH 350 /* points of a turn */

static char line[65536], legal[65536];
static long potential;

/* Return the points of the reserve that a KEEP leads to. */
static long worth(const char *move)
{
    int ones, fives, brelan;
    if (sscanf(move, "KEEP %d %d %d", &ones, &fives, &brelan) != 3)
        return 0;
    return 100 * ones + 50 * fives + (brelan == 1 ? 700 : 100 * brelan);
}

static void answer(void)
{
    const char *best = "STOP";
    for (char *move = strtok(legal, ";\n"); move; move = strtok(NULL, ";\n")) {
        move += strspn(move, " ");
        if (strcmp(move, "OWN") == 0) {
            puts("OWN");
            return;
        }
        if (worth(move) > worth(best))
            best = move;
    }
    puts(potential + worth(best) >= ENOUGH ? "STOP" : best);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "potential ", 10) == 0)
            potential = atol(line + 10);
        else if (strncmp(line, "legal ", 6) == 0)
            strcpy(legal, line + 6);
        else if (strcmp(line, "go\n") == 0) {
            answer();
            fflush(stdout);
        }
    }
    return 0;
}
