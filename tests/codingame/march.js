const factoryCount = parseInt(readline());
const linkCount = parseInt(readline());
const distance = {};
for (let i = 0; i < linkCount; i++) {
    const [a, b, d] = readline().split(' ').map(Number);
    distance[a + ' ' + b] = distance[b + ' ' + a] = d;
}

let turn = 0;
while (true) {
    turn++;
    const count = parseInt(readline());
    const mine = [], others = [];
    for (let i = 0; i < count; i++) {
        const inputs = readline().split(' ');
        if (inputs[1] === 'FACTORY') {
            (inputs[2] === '1' ? mine : others).push({ id: Number(inputs[0]), cyborgs: Number(inputs[3]) });
        }
    }
    printErr('turn', turn);
    mine.sort((a, b) => b.cyborgs - a.cyborgs || a.id - b.id);
    if (!mine.length || mine[0].cyborgs < 2 || !others.length) {
        print('WAIT');
        continue;
    }
    const from = mine[0];
    const far = (factory) => distance[from.id + ' ' + factory.id];
    others.sort((a, b) => far(a) - far(b) || a.id - b.id);
    print(`MOVE ${from.id} ${others[0].id} ${from.cyborgs >> 1};MSG turn ${turn}`);
}
