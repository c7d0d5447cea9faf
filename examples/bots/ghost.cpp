// A bot for Ghost in the Cell in C++: each factory attacks the nearest target that it can take.
// Each line is a name and its numbers; the line "go" asks for an answer. The legal moves are not listed in this game.
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

const int FACTORIES = 15;  // places of every array by factory
std::map<std::string, std::vector<int>> fields;
int seat;

int get(const std::string& name, int place = 0) { return fields[name][place]; }

int distance_between(int source, int target) { return get("distance", FACTORIES * source + target); }

// Write the orders of one factory.
void attack(int source, std::ostream& orders)
{
    std::vector<int> targets;
    for (int factory = 0; factory < get("count"); factory++)
        if (get("owner", factory) != seat && get("production", factory) > 0)
            targets.push_back(factory);
    std::stable_sort(targets.begin(), targets.end(),
                     [=](int a, int b) { return distance_between(source, a) < distance_between(source, b); });
    int left = get("stock", source);
    bool has_moved = false;
    for (int target : targets) {
        int grown = get("owner", target) >= 0 ? get("production", target) * distance_between(source, target) : 0;
        int needed = get("stock", target) + grown + 1;
        if (needed <= left && (get("league") > 0 || !has_moved)) {
            orders << "MOVE " << source << ' ' << target << ' ' << needed << "; ";
            left -= needed;
            has_moved = true;
        }
    }
    if (get("league") == 3 && !has_moved && left >= 20 && get("production", source) < 3)
        orders << "INC " << source << "; ";
}

int main()
{
    std::string line, name;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        words >> name;
        if (name == "seat")
            words >> seat;
        else if (name == "go") {
            for (int factory = 0; factory < get("count"); factory++)
                if (get("owner", factory) == seat)
                    attack(factory, std::cout);
            std::cout << "END" << std::endl;
        } else {
            std::vector<int> numbers;
            for (int number; words >> number;)
                numbers.push_back(number);
            fields[name] = numbers;
        }
    }
}
