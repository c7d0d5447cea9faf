// A bot for Bzzz in Go: workers fly to the nearest flower, and home when they are full.
// Each line is a name and its values; the line "go" asks for an answer. It answers with one move at a time.
// A bee without an order forages by itself at the end of the turn.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	room         = 12 // of a worker
	most         = 6  // bees that are laid
	beePlaces    = 64 // places of every array by bee
	flowerPlaces = 128
)

type cell struct{ x, y int }

var (
	values = map[string]string{} // what each line said last, by its name
	ways   = []cell{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}
)

func main() {
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		values[name] = rest
		if name == "go" {
			fmt.Println(choose())
		}
	}
}

func choose() string {
	best, mostGained := "END", 0
	for _, move := range strings.Split(values["legal"], "; ") {
		var bee, way int
		if move == "LAY 0" && numbers("bees")[seat()] < most {
			return move
		}
		if count, _ := fmt.Sscanf(move, "STEP %d %d", &bee, &way); count == 2 && gain(bee, way) > mostGained {
			best, mostGained = move, gain(bee, way)
		}
	}
	return best
}

// Return by how many cells a step brings a bee nearer to where it wants to be.
func gain(bee, way int) int {
	here := cell{numbers("x")[beePlaces*seat()+bee], numbers("y")[beePlaces*seat()+bee]}
	there := cell{here.x + ways[way].x, here.y + ways[way].y}
	goals := listGoals(bee)
	return nearest(here, goals) - nearest(there, goals)
}

func listGoals(bee int) []cell {
	goals := []cell{}
	xs, ys, empty := numbers("flower_x"), numbers("flower_y"), numbers("empty")
	for flower := 0; flower < 4*numbers("nfleurs")[0]; flower++ {
		if empty[flowerPlaces*seat()+flower] == 0 {
			goals = append(goals, cell{xs[flower], ys[flower]})
		}
	}
	if numbers("load")[beePlaces*seat()+bee] >= room || len(goals) == 0 {
		return []cell{hive()}
	}
	return goals
}

func hive() cell {
	last := numbers("ncases")[0] - 1
	return []cell{{0, 0}, {last, 0}, {last, last}, {0, last}}[seat()]
}

// Return the steps to the nearest goal; a flower is foraged from the cell beside it.
func nearest(from cell, goals []cell) int {
	best := 1000
	for _, goal := range goals {
		steps := abs(from.x-goal.x) + abs(from.y-goal.y)
		if steps < best {
			best = steps
		}
	}
	if best < 1 {
		return 1
	}
	return best
}

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}

func seat() int { return numbers("seat")[0] }

func numbers(name string) []int {
	found := []int{}
	for _, word := range strings.Fields(values[name]) {
		if number, err := strconv.Atoi(word); err == nil {
			found = append(found, number)
		}
	}
	return found
}
