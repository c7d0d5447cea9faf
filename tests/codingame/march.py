import sys

factory_count = int(input())
link_count = int(input())
distance = {}
for _ in range(link_count):
    a, b, d = [int(j) for j in input().split()]
    distance[a, b] = distance[b, a] = d

turn = 0
while True:
    turn += 1
    mine, others = {}, []
    for _ in range(int(input())):
        entity_id, entity_type, *args = input().split()
        if entity_type == "FACTORY":
            if args[0] == "1":
                mine[int(entity_id)] = int(args[1])
            else:
                others.append(int(entity_id))
    print("turn", turn, file=sys.stderr)
    source = min(mine, key=lambda f: (-mine[f], f), default=-1)
    if source < 0 or mine[source] < 2 or not others:
        print("WAIT")
    else:
        target = min(others, key=lambda f: (distance[source, f], f))
        print(f"MOVE {source} {target} {mine[source] // 2};MSG turn {turn}")
