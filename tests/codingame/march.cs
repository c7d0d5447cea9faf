using System;
using System.Linq;
using System.Collections.Generic;

class Player
{
    static void Main(string[] args)
    {
        int factoryCount = int.Parse(Console.ReadLine());
        int linkCount = int.Parse(Console.ReadLine());
        var distance = new int[factoryCount, factoryCount];
        for (int i = 0; i < linkCount; i++)
        {
            int[] link = Console.ReadLine().Split(' ').Select(int.Parse).ToArray();
            distance[link[0], link[1]] = distance[link[1], link[0]] = link[2];
        }
        for (int turn = 1; ; turn++)
        {
            string first = Console.ReadLine();
            if (first == null) return;
            var mine = new Dictionary<int, int>();
            var others = new List<int>();
            for (int i = 0; i < int.Parse(first); i++)
            {
                string[] inputs = Console.ReadLine().Split(' ');
                if (inputs[1] != "FACTORY") continue;
                if (inputs[2] == "1") mine[int.Parse(inputs[0])] = int.Parse(inputs[3]);
                else others.Add(int.Parse(inputs[0]));
            }
            Console.Error.WriteLine("turn " + turn);
            int source = mine.OrderBy(f => -f.Value).ThenBy(f => f.Key).Select(f => f.Key).DefaultIfEmpty(-1).First();
            if (source < 0 || mine[source] < 2 || others.Count == 0)
            {
                Console.WriteLine("WAIT");
                continue;
            }
            int target = others.OrderBy(f => distance[source, f]).ThenBy(f => f).First();
            Console.WriteLine("MOVE {0} {1} {2};MSG turn {3}", source, target, mine[source] / 2, turn);
        }
    }
}
