#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace std;

int main()
{
    int factoryCount, linkCount;
    cin >> factoryCount >> linkCount;
    map<pair<int, int>, int> distance;
    for (int i = 0; i < linkCount; i++) {
        int a, b, d;
        cin >> a >> b >> d;
        distance[{a, b}] = distance[{b, a}] = d;
    }
    for (int turn = 1;; turn++) {
        int count;
        if (!(cin >> count))
            return 0;
        vector<pair<int, int>> mine; // minus cyborgs, and the factory
        vector<int> others;
        for (int i = 0; i < count; i++) {
            int id, args[5];
            string type;
            cin >> id >> type;
            for (int& arg : args)
                cin >> arg;
            if (type == "FACTORY" && args[0] == 1)
                mine.push_back({-args[1], id});
            else if (type == "FACTORY")
                others.push_back(id);
        }
        cerr << "turn " << turn << endl;
        sort(mine.begin(), mine.end());
        if (mine.empty() || others.empty() || mine[0].first > -2) {
            cout << "WAIT\n"; // no endl: reading flushes
            continue;
        }
        int source = mine[0].second;
        int target = *min_element(others.begin(), others.end(), [&](int a, int b) {
            return make_pair(distance[{source, a}], a) < make_pair(distance[{source, b}], b);
        });
        cout << "MOVE " << source << " " << target << " " << -mine[0].first / 2 << ";MSG turn " << turn << "\n";
    }
}
