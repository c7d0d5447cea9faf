#include <stdio.h>
#include <string.h>

int main()
{
    int factory_count, link_count, distance[20][20];
    scanf("%d%d", &factory_count, &link_count);
    for (int i = 0; i < link_count; i++) {
        int a, b, d;
        scanf("%d%d%d", &a, &b, &d);
        distance[a][b] = distance[b][a] = d;
    }
    for (int turn = 1;; turn++) {
        int count, mine[20], cyborgs[20];
        if (scanf("%d", &count) != 1)
            return 0;
        for (int i = 0; i < count; i++) {
            char type[20];
            int id, args[5];
            scanf("%d%s%d%d%d%d%d", &id, type, &args[0], &args[1], &args[2], &args[3], &args[4]);
            if (strcmp(type, "FACTORY") == 0) {
                mine[id] = args[0] == 1;
                cyborgs[id] = args[1];
            }
        }
        fprintf(stderr, "turn %d\n", turn);
        int source = -1, target = -1;
        for (int i = 0; i < factory_count; i++)
            if (mine[i] && (source < 0 || cyborgs[i] > cyborgs[source]))
                source = i;
        for (int i = 0; source >= 0 && i < factory_count; i++)
            if (!mine[i] && (target < 0 || distance[source][i] < distance[source][target]))
                target = i;
        if (source < 0 || target < 0 || cyborgs[source] < 2)
            printf("WAIT\n"); /* no fflush, as in the contest's own example */
        else
            printf("MOVE %d %d %d;MSG turn %d\n", source, target, cyborgs[source] / 2, turn);
    }
}
