package main

import (
	"fmt"
	"os"
)

func main() {
	var factoryCount, linkCount int
	fmt.Scan(&factoryCount)
	fmt.Scan(&linkCount)
	distance := map[[2]int]int{}
	for i := 0; i < linkCount; i++ {
		var a, b, d int
		fmt.Scan(&a, &b, &d)
		distance[[2]int{a, b}], distance[[2]int{b, a}] = d, d
	}
	for turn := 1; ; turn++ {
		var count int
		if _, err := fmt.Scan(&count); err != nil {
			return
		}
		mine, cyborgs := map[int]bool{}, map[int]int{}
		for i := 0; i < count; i++ {
			var id, arg1, arg2, arg3, arg4, arg5 int
			var kind string
			fmt.Scan(&id, &kind, &arg1, &arg2, &arg3, &arg4, &arg5)
			if kind == "FACTORY" {
				mine[id], cyborgs[id] = arg1 == 1, arg2
			}
		}
		fmt.Fprintln(os.Stderr, "turn", turn)
		source, target := -1, -1
		for i := 0; i < factoryCount; i++ {
			if mine[i] && (source < 0 || cyborgs[i] > cyborgs[source]) {
				source = i
			}
		}
		for i := 0; source >= 0 && i < factoryCount; i++ {
			if !mine[i] && (target < 0 || distance[[2]int{source, i}] < distance[[2]int{source, target}]) {
				target = i
			}
		}
		if source < 0 || target < 0 || cyborgs[source] < 2 {
			fmt.Println("WAIT")
		} else {
			fmt.Printf("MOVE %d %d %d;MSG turn %d\n", source, target, cyborgs[source]/2, turn)
		}
	}
}
