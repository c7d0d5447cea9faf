// A bot for Ghost in the Cell in Java: each factory attacks the nearest target that it can take.
// Each line is a name and its numbers; the line "go" asks for an answer. The legal moves are not listed in this game.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Bot {
    static final int FACTORIES = 15; // places of every array by factory
    static final Map<String, String[]> fields = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 2);
            fields.put(words[0], words.length > 1 ? words[1].split(" ") : new String[0]);
            if (words[0].equals("go")) {
                System.out.println(chooseOrders());
            }
        }
    }

    static String chooseOrders() {
        List<String> orders = new ArrayList<>();
        for (int factory = 0; factory < get("count", 0); factory++) {
            if (get("owner", factory) == get("seat", 0)) {
                attack(factory, orders);
            }
        }
        orders.add("END");
        return String.join("; ", orders);
    }

    // Add the orders of one factory.
    static void attack(int source, List<String> orders) {
        List<Integer> targets = new ArrayList<>();
        for (int factory = 0; factory < get("count", 0); factory++) {
            if (get("owner", factory) != get("seat", 0) && get("production", factory) > 0) {
                targets.add(factory);
            }
        }
        targets.sort(Comparator.comparingInt(target -> distance(source, target)));
        int left = get("stock", source);
        boolean hasMoved = false;
        for (int target : targets) {
            int grown = get("owner", target) >= 0 ? get("production", target) * distance(source, target) : 0;
            int needed = get("stock", target) + grown + 1;
            if (needed <= left && (get("league", 0) > 0 || !hasMoved)) {
                orders.add("MOVE " + source + " " + target + " " + needed);
                left -= needed;
                hasMoved = true;
            }
        }
        if (get("league", 0) == 3 && !hasMoved && left >= 20 && get("production", source) < 3) {
            orders.add("INC " + source);
        }
    }

    static int distance(int source, int target) {
        return get("distance", FACTORIES * source + target);
    }

    static int get(String name, int place) {
        return Integer.parseInt(fields.get(name)[place]);
    }
}
