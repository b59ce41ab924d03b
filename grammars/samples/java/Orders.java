package com.example.orders;

import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.*;
import java.util.function.Function;
import java.util.stream.Stream;
import com.example.orders.Order.Open;

/** Everything about orders. */
public sealed interface Order permits Order.Open, Order.Shipped, Order.Cancelled {
  /** An order that was placed. */
  record Open(long id, List<Line> lines, Instant placed) implements Order {
    public Open {
      Objects.requireNonNull(lines);
      lines = List.copyOf(lines);
    }

    public Open(long id) {
      this(id, List.of(), Instant.now());
    }

    static int count = 0;
  }

  record Shipped(long id, String parcel) implements Order {}

  record Cancelled(long id, Reason reason) implements Order {}

  record Line<T extends Comparable<? super T>>(T sku, int count) {}

  long id();

  default boolean done() {
    return !(this instanceof Open(long id, var lines, _) && !lines.isEmpty());
  }

  private static void log(String message) {
    System.out.println(message);
  }
}

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Audited {
  String value() default "";

  int[] levels() default {1, 2};
}

enum Reason {
  LATE("too late") {
    @Override
    int weight() {
      return 2;
    }
  },
  BROKEN;

  private final String text;

  Reason() {
    this("");
  }

  Reason(String text) {
    this.text = text;
  }

  int weight() {
    return 1;
  }
}

@Audited(value = "service", levels = {3})
public non-sealed abstract class OrderService<K extends Number & Comparable<K>, V> implements AutoCloseable {
  private static final String QUERY = """
      SELECT "id", total \
      FROM orders
      WHERE placed > ?
      """;
  protected final Map<K, V> cache = new HashMap<>();
  private volatile int[][] grid = new int[3][], other[] = {};

  static {
    System.loadLibrary("orders");
  }

  {
    cache.clear();
  }

  protected OrderService(@Deprecated final K... keys) throws IllegalStateException {
    super();
    for (var key : keys) cache.putIfAbsent(key, null);
  }

  public static String describe(Object value) {
    return switch (value) {
      case null -> "nothing";
      case Open(var id, var lines, var placed) when lines.size() > 1 -> "open " + id;
      case Order.Shipped s -> s.parcel();
      case Integer i when i > 0 && i < 10 -> {
        int doubled = i << 1;
        yield "small " + doubled;
      }
      case String s -> s;
      case Character c -> "text";
      default -> value.toString();
    };
  }

  @Audited
  public <R> Optional<R> map(K key, Function<? super V, ? extends R> mapper) {
    synchronized (cache) {
      return Optional.ofNullable(cache.get(key)).map(mapper);
    }
  }

  abstract Stream<V> all() throws java.io.IOException;

  int legacy(int day) {
    outer:
    for (int i = 0, j = 10; i < j; i++, j--) {
      switch (day) {
        case 1, 7:
          continue outer;
        default:
          break outer;
      }
    }
    do {
      day >>>= 1;
    } while (day > 0b1010_0000);
    assert day >= 0 : "negative";
    return day > 1 ? (int) 1.5e3f : ~day;
  }

  void read(String path) {
    try (var in = new java.io.FileReader(path);
        in) {
      Runnable task = () -> System.out.println(QUERY);
      Function<String, Integer> parse = Integer::parseInt;
      java.util.function.IntFunction<int[]> make = int[]::new;
      task.run();
      var byReason = Stream.of(Reason.values()).collect(groupingBy(Reason::weight, TreeMap::new, java.util.stream.Collectors.counting()));
      new Thread(task) {
        @Override
        public void run() {
          super.run();
        }
      }.start();
    } catch (java.io.IOException | IllegalStateException e) {
      throw new RuntimeException(e);
    } finally {
      close();
    }
  }

  @Override
  public void close() {}
}
