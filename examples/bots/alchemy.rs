// A bot for Alchemy in Rust: grows regions of equal elements, and turns them into gold when they are large.
// Each line is a name and its values; the line "go" asks for an answer. It answers with one move at a time.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const SIDE: i32 = 6;
const CELLS: usize = 36;
const LARGE: usize = 6; // cells of a region

fn main() {
    let mut values: HashMap<String, String> = HashMap::new(); // what each line said last, by its name
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let (name, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        values.insert(name.to_string(), rest.to_string());
        if name == "go" {
            println!("{}", choose(&values));
            io::stdout().flush().unwrap();
        }
    }
}

fn choose(values: &HashMap<String, String>) -> String {
    let seat = numbers(values["seat"].split(' ').next().unwrap())[0] as usize;
    let bench = &numbers(&values["bench"])[CELLS * seat..CELLS * (seat + 1)];
    let sample = numbers(&values["sample"]);
    let places = values["legal"].split("; ").filter(|text| text.starts_with("PLACE"));
    if let Some(best) = places.max_by_key(|text| count_contacts(bench, &sample, text)) {
        return best.to_string();
    }
    let smallest = if values["has_placed"] == "1" { LARGE } else { 2 }; // else the bench is emptied anyway
    let best = (0..CELLS).max_by_key(|&cell| region(bench, cell).len()).unwrap();
    if region(bench, best).len() >= smallest {
        return format!("TRANSMUTE {}", best);
    }
    "END".to_string()
}

fn numbers(text: &str) -> Vec<i32> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// Return how many neighbours of the two new elements are equal to them.
fn count_contacts(bench: &[i32], sample: &[i32], place: &str) -> usize {
    let arguments = numbers(&place["PLACE ".len()..]);
    let second = arguments[0] + [-SIDE, 1, SIDE, -1][arguments[1] as usize];
    let count = |cell: i32, element: i32| neighbours(cell as usize).iter().filter(|&&n| bench[n] == element).count();
    count(arguments[0], sample[0]) + count(second, sample[1])
}

fn neighbours(cell: usize) -> Vec<usize> {
    let (row, column) = (cell as i32 / SIDE, cell as i32 % SIDE);
    let around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)];
    let inside = around.iter().filter(|(r, c)| (0..SIDE).contains(r) && (0..SIDE).contains(c));
    inside.map(|(r, c)| (r * SIDE + c) as usize).collect()
}

/// Return the cells of equal elements that are connected with this one; none for an empty cell.
fn region(bench: &[i32], cell: usize) -> Vec<usize> {
    let mut found = if bench[cell] == 0 { vec![] } else { vec![cell] };
    let mut done = 0;
    while done < found.len() {
        for n in neighbours(found[done]) {
            if bench[n] == bench[cell] && !found.contains(&n) {
                found.push(n);
            }
        }
        done += 1;
    }
    found
}
