// A bot for Bzzz in C++: workers fly to the nearest flower, and home when they are full.
// Each line is a name and its values; the line "go" asks for an answer. It answers with one move at a time.
// A bee without an order forages by itself at the end of the turn.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

const int ROOM = 12;                     // of a worker
const int MOST = 6;                      // bees that are laid
const int BEES = 64, FLOWERS = 128;      // places of every array by bee and by flower
const int DX[] = {0, 1, 1, 1, 0, -1, -1, -1}, DY[] = {-1, -1, 0, 1, 1, 1, 0, -1};

std::map<std::string, std::vector<int>> fields;
int seat;

int get(const std::string& name, int place = 0) { return fields[name][place]; }

// Return the steps to a cell; a flower is foraged from the cell beside it.
int steps(int x, int y, int to_x, int to_y) { return std::max(std::abs(x - to_x) + std::abs(y - to_y), 1); }

// Return how far a bee is from where it wants to be, if it is at this cell.
int distance_to_goal(int bee, int x, int y)
{
    int last = get("ncases") - 1, nearest = 1000;
    if (get("load", BEES * seat + bee) < ROOM)
        for (int flower = 0; flower < 4 * get("nfleurs"); flower++)
            if (!get("empty", FLOWERS * seat + flower))
                nearest = std::min(nearest, steps(x, y, get("flower_x", flower), get("flower_y", flower)));
    bool is_east = seat == 1 || seat == 2, is_south = seat >= 2;
    return nearest < 1000 ? nearest : steps(x, y, is_east ? last : 0, is_south ? last : 0);
}

std::string choose(const std::string& legal)
{
    std::istringstream moves(legal);
    std::string move, best = "END";
    int most_gained = 0, bee, way;
    while (std::getline(moves >> std::ws, move, ';')) {
        if (move == "LAY 0" && get("bees", seat) < MOST)
            return move;
        if (std::sscanf(move.c_str(), "STEP %d %d", &bee, &way) != 2)
            continue;
        int x = get("x", BEES * seat + bee), y = get("y", BEES * seat + bee);
        int gain = distance_to_goal(bee, x, y) - distance_to_goal(bee, x + DX[way], y + DY[way]);
        if (gain > most_gained) {
            best = move;
            most_gained = gain;
        }
    }
    return best;
}

int main()
{
    std::string line, name, legal;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        words >> name;
        if (name == "seat")
            words >> seat;
        else if (name == "legal")
            legal = line.substr(name.size() + 1);
        else if (name == "go")
            std::cout << choose(legal) << std::endl;
        else {
            std::vector<int> numbers;
            for (int number; words >> number;)
                numbers.push_back(number);
            fields[name] = numbers;
        }
    }
}
