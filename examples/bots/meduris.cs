// A bot for Meduris in C#: builds whenever it can, and gives the druid as much as it can.
// Each line is a name and its values; the line "go" asks for an answer.
using System;
using System.Collections.Generic;
using System.Linq;

static class Bot
{
    const int Resources = 4;
    static readonly Dictionary<string, string> values = new Dictionary<string, string>();

    static void Main()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            int end = line.IndexOf(' ');
            string name = end < 0 ? line : line.Substring(0, end);
            values[name] = line.Substring(name.Length).Trim();
            if (name == "go")
                Console.WriteLine(Choose());
        }
    }

    static string Choose()
    {
        int seat = int.Parse(values["seat"].Split(' ')[0]);
        int[] hand = Numbers("hand").Skip(Resources * seat).Take(Resources).ToArray();
        string[] legal = values["legal"].Split(';').Select(move => move.Trim()).ToArray();
        return legal.OrderByDescending(move => ValueOf(hand, move.Split(' '))).First();
    }

    // Return how good a move is, beside other moves of the same moment.
    static int ValueOf(int[] hand, string[] move)
    {
        int first = int.Parse(move[1]);
        switch (move[0])
        {
            case "HUT": return 100 - Numbers("run")[(first + 39) % 40]; // a hut alone is cheap
            case "TEMPLE": return 50;
            case "SHIFT": return Numbers("height")[int.Parse(move[3])] - hand[int.Parse(move[3])];
            case "WORKER": return -Numbers("height")[first];
            case "TAKE": return -hand[first];
            case "OFFER": return first;
            default: return hand[first]; // DROP and GIVE: what there is most of
        }
    }

    static int[] Numbers(string name)
    {
        return values[name].Split(' ').Select(int.Parse).ToArray();
    }
}
