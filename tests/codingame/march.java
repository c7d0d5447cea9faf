import java.util.*;

/** The class is called Player, as the contest wants it, whatever the file is called. */
public class Player {
    static class Link { int a, b, d; }

    public static void main(String args[]) {
        Scanner in = new Scanner(System.in);
        int factoryCount = in.nextInt();
        int linkCount = in.nextInt();
        int[][] distance = new int[factoryCount][factoryCount];
        for (int i = 0; i < linkCount; i++) {
            int a = in.nextInt(), b = in.nextInt();
            distance[a][b] = distance[b][a] = in.nextInt();
        }
        for (int turn = 1; in.hasNextInt(); turn++) {
            int count = in.nextInt();
            boolean[] mine = new boolean[factoryCount];
            int[] cyborgs = new int[factoryCount];
            for (int i = 0; i < count; i++) {
                int id = in.nextInt();
                String type = in.next();
                int[] arg = {in.nextInt(), in.nextInt(), in.nextInt(), in.nextInt(), in.nextInt()};
                if (type.equals("FACTORY")) {
                    mine[id] = arg[0] == 1;
                    cyborgs[id] = arg[1];
                }
            }
            System.err.println("turn " + turn);
            int source = -1, target = -1;
            for (int i = 0; i < factoryCount; i++)
                if (mine[i] && (source < 0 || cyborgs[i] > cyborgs[source])) source = i;
            for (int i = 0; source >= 0 && i < factoryCount; i++)
                if (!mine[i] && (target < 0 || distance[source][i] < distance[source][target])) target = i;
            if (source < 0 || target < 0 || cyborgs[source] < 2) System.out.println("WAIT");
            else System.out.println("MOVE " + source + " " + target + " " + cyborgs[source] / 2 + ";MSG turn " + turn);
        }
    }
}
