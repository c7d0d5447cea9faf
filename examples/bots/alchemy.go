// A bot for Alchemy in Go: grows regions of equal elements, and turns them into gold when they are large.
// Each line is a name and its values; the line "go" asks for an answer. It answers with one move at a time.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	side  = 6
	cells = side * side
	large = 6 // cells of a region
)

var values = map[string]string{} // what each line said last, by its name

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
	seat := numbers("seat")[0]
	bench, sample := numbers("bench")[cells*seat:cells*(seat+1)], numbers("sample")
	best, contacts := "", -1
	for _, move := range strings.Split(values["legal"], "; ") {
		if strings.HasPrefix(move, "PLACE") && countContacts(bench, sample, move) > contacts {
			best, contacts = move, countContacts(bench, sample, move)
		}
	}
	if best != "" {
		return best
	}
	smallest := 2 // a bench on which nothing was placed is emptied
	if values["has_placed"] == "1" {
		smallest = large
	}
	for cell := 0; cell < cells; cell++ {
		if len(region(bench, cell)) >= smallest {
			return fmt.Sprintf("TRANSMUTE %d", cell)
		}
	}
	return "END"
}

func numbers(name string) []int {
	found := []int{}
	for _, word := range strings.Fields(values[name]) {
		if number, err := strconv.Atoi(word); err == nil {
			found = append(found, number)
		}
	}
	return found
}

// Return how many neighbours of the two new elements are equal to them.
func countContacts(bench, sample []int, move string) int {
	var first, way, count int
	fmt.Sscanf(move, "PLACE %d %d", &first, &way)
	second := first + [4]int{-side, 1, side, -1}[way]
	for i, cell := range []int{first, second} {
		for _, beside := range neighbours(cell) {
			if bench[beside] == sample[i] {
				count++
			}
		}
	}
	return count
}

func neighbours(cell int) []int {
	found := []int{}
	row, column := cell/side, cell%side
	for _, step := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		r, c := row+step[0], column+step[1]
		if r >= 0 && r < side && c >= 0 && c < side {
			found = append(found, r*side+c)
		}
	}
	return found
}

// Return the cells of equal elements that are connected with this one; none for an empty cell.
func region(bench []int, cell int) []int {
	found, seen := []int{}, map[int]bool{cell: true}
	if bench[cell] != 0 {
		found = append(found, cell)
	}
	for i := 0; i < len(found); i++ {
		for _, beside := range neighbours(found[i]) {
			if bench[beside] == bench[cell] && !seen[beside] {
				seen[beside] = true
				found = append(found, beside)
			}
		}
	}
	return found
}
