use std::io;

macro_rules! parse_input {
    ($x:expr, $t:ident) => {
        $x.trim().parse::<$t>().unwrap()
    };
}

fn read_line() -> String {
    let mut line = String::new();
    if io::stdin().read_line(&mut line).unwrap() == 0 {
        std::process::exit(0);
    }
    line
}

fn main() {
    let factory_count = parse_input!(read_line(), usize);
    let link_count = parse_input!(read_line(), usize);
    let mut distance = vec![vec![0; factory_count]; factory_count];
    for _ in 0..link_count {
        let link: Vec<usize> = read_line().split_whitespace().map(|n| n.parse().unwrap()).collect();
        distance[link[0]][link[1]] = link[2];
        distance[link[1]][link[0]] = link[2];
    }
    let mut turn = 0;
    loop {
        turn += 1;
        let count = parse_input!(read_line(), usize);
        let mut mine: Vec<(i32, usize)> = vec![];
        let mut others: Vec<usize> = vec![];
        for _ in 0..count {
            let line = read_line();
            let inputs: Vec<&str> = line.split_whitespace().collect();
            let id = parse_input!(inputs[0], usize);
            if inputs[1] == "FACTORY" && inputs[2] == "1" {
                mine.push((-parse_input!(inputs[3], i32), id));
            } else if inputs[1] == "FACTORY" {
                others.push(id);
            }
        }
        eprintln!("turn {}", turn);
        mine.sort();
        if mine.is_empty() || others.is_empty() || mine[0].0 > -2 {
            println!("WAIT");
            continue;
        }
        let (cyborgs, source) = (-mine[0].0, mine[0].1);
        let target = others.iter().min_by_key(|&&f| (distance[source][f], f)).unwrap();
        println!("MOVE {} {} {};MSG turn {}", source, target, cyborgs / 2, turn);
    }
}
