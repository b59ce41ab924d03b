import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

/** The names around the class `Subject` that it uses. */
const java = (text: string): Promise<string[]> => usesOf('A.java', text, 'Subject');

const padding = `
  static final String[] PADDING = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
`;

/** The imports of a method that is too far from them to share their chunk. */
async function importsFor(imports: string, body: string): Promise<string[]> {
  const text = `package a.b;\n\n${imports}\n\nclass A {\n${padding.repeat(4)}\n  void subject() {\n    ${body}\n  }\n}\n`;
  return importsOf(chunkWith(await searchedChunks('A.java', text, 90), 'subject'));
}

describe('Java', () => {
  describe('imports', () => {
    it('of types and static members are carried by the code that uses them', async () => {
      const imports = [
        'import java.util.List;',
        'import java.util.ArrayList;',
        'import static java.util.Objects.requireNonNull;',
        'import static com.acme.Limits.MAX;',
      ].join('\n');
      assert.deepEqual(await importsFor(imports, 'List<String> a = new ArrayList<>();'), [
        'import java.util.List;',
        'import java.util.ArrayList;',
      ]);
      assert.deepEqual(await importsFor(imports, 'requireNonNull(x); if (y > MAX) return;'), [
        'import static java.util.Objects.requireNonNull;',
        'import static com.acme.Limits.MAX;',
      ]);
      assert.deepEqual(await importsFor(imports, 'x.requireNonNull(); y.List = z.MAX;'), []);
      assert.deepEqual(
        await importsFor(imports, 'Object requireNonNull = null; use(requireNonNull(requireNonNull));'),
        ['import static java.util.Objects.requireNonNull;'],
      );
    });

    it('with a wildcard bring in the known names of the package', async () => {
      const imports = [
        'import java.util.*;',
        'import java.util.function.*;',
        'import java.io.*;',
        'import static org.junit.jupiter.api.Assertions.*;',
        'import com.acme.unknown.*;',
      ].join('\n');
      assert.deepEqual(await importsFor(imports, 'Map<String, Integer> m = new HashMap<>();'), ['import java.util.*;']);
      assert.deepEqual(await importsFor(imports, 'Function<A, B> f = null; throw new IOException();'), [
        'import java.util.function.*;',
        'import java.io.*;',
      ]);
      assert.deepEqual(await importsFor(imports, 'assertEquals(1, two);'), [
        'import static org.junit.jupiter.api.Assertions.*;',
      ]);
      assert.deepEqual(await importsFor(imports, 'Order order = new Order();'), []);
    });
  });

  describe('references', () => {
    it('count types in every position', async () => {
      const text = `
import a.Base; import a.Shape; import a.Bound; import a.Failure; import a.Note; import a.Item; import a.Made; import a.Cast;
import a.Literal; import a.Held; import a.Outer;

@Note
class Subject<T extends Bound> extends Base implements Shape<Item> {
  Outer.Inner f(Object o) throws Failure {
    if (o instanceof Held) return (Cast) o;
    return new Made(Literal.class);
  }
}
`;
      assert.deepEqual(await java(text), [
        'Base',
        'Bound',
        'Cast',
        'Failure',
        'Held',
        'Item',
        'Literal',
        'Made',
        'Note',
        'Outer',
        'Shape',
      ]);
    });

    it('do not count members after a dot, labels, annotation keys or method names', async () => {
      const text = `
import static a.B.size; import static a.B.value; import static a.B.loop; import static a.B.run; import static a.B.of;

class Subject {
  @Note(value = 1)
  void run(C c) {
    loop:
    for (;;) {
      c.size = c.of().size();
      break loop;
    }
    D d = E::of;
  }
}
`;
      assert.deepEqual(await java(text), []);
    });

    it('are hidden by parameters, locals, loops, resources, caught exceptions and lambdas', async () => {
      const text = `
class Outer {
  int a, b, c, d, e, f, g, h, i;

  class Subject {
    void m(int a, int... b) throws Exception {
      int c = a + b[0];
      for (int d = 0; d < c; d++) use(d);
      for (var e : all()) use(e);
      try (var f = open()) { use(f); } catch (Exception g) { use(g); }
      run(h -> h + 1, (i) -> i);
    }
  }
}
`;
      assert.deepEqual(await java(text), []);
    });

    it('see a field before a local of the same name is declared, and after its block', async () => {
      const text = `
class Outer {
  int before, inside, after;

  class Subject {
    void m() {
      use(before);
      int before = 1;
      { int after = 2; use(after); }
      use(after);
      { int inside = 2; use(inside); }
    }
  }
}
`;
      assert.deepEqual(await java(text), ['after', 'before']);
    });

    it('to a type are not hidden by a variable, but by a type parameter', async () => {
      const text = `
import a.Order; import a.T; import a.R;

class Subject<T> {
  <R> R m(T Order, Order x) { Order y = x; return null; }
}
`;
      assert.deepEqual(await java(text), ['Order']);
    });

    it('to a field are not calls of a method with the same name', async () => {
      const text = `
import static a.B.max;

class Outer {
  int size, used;

  class Subject {
    int m() { int max = max(size(), used); return max; }
  }
}
`;
      assert.deepEqual(await java(text), ['max', 'used']);
    });

    it('are hidden by the variables of type and record patterns, whose types count', async () => {
      const text = `
import a.Circle; import a.Point; import a.Text;

class Outer {
  Object a, b, c;

  class Subject {
    void m(Object o) {
      switch (o) {
        case Circle a -> use(a);
        case Point(int b, Text c) -> use(b, c);
        default -> {}
      }
    }
  }
}
`;
      assert.deepEqual(await java(text), ['Circle', 'Point', 'Text']);
    });

    it('find pattern variables and local classes', async () => {
      const text = `
import a.Local; import a.Point; import a.Circle;

class Outer {
  Object p;

  class Subject {
    void m(Object o) {
      if (o instanceof Point p && p.x > 1) use(p);
      class Local {}
      new Local();
      switch (o) { case Circle round -> use(round); default -> use(o); }
    }
  }
}
`;
      assert.deepEqual(await java(text), ['Circle', 'Point']);
    });
  });

  describe('structure', () => {
    const orders = `package com.acme.orders;

import java.util.List;

/** Holds what was ordered, by customer. */
@Service
public class Orders<T extends Item> implements Store {
  /** More than this nobody may order at once. */
  private static final int LIMIT = 100;
  private final List<T> items;

  /** Starts with a copy of what the caller has. */
  public Orders(List<T> items) {
    this.items = List.copyOf(items);
  }

  /**
   * Finds an order by its position.
   */
  @Override
  @Nullable
  public T find(int position) {
    if (position > LIMIT) throw new IllegalArgumentException("beyond the limit of orders");
    return items.get(position);
  }

  enum Color { RED, GREEN; Color next() { return RED; } }

  record Point(int x, int y) { Point { check(x); } }

  interface Inner { int K = 1; void go(); }

  @interface Marker { String value() default ""; }
}
`;

    it('knows classes, members, enums, records and annotation types', async () => {
      assert.deepEqual(symbolsOf(await searchedChunks('Orders.java', orders, 1000)), [
        'class Orders',
        'constant LIMIT',
        'field items',
        'constructor Orders',
        'method find',
        'enum Color',
        'constant RED',
        'constant GREEN',
        'class Point',
        'constructor Point',
        'interface Inner',
        'constant K',
        'method go',
        'interface Marker',
        'method value',
      ]);
    });

    it('keeps javadoc and annotations with their member, which carries the fields it uses', async () => {
      const find = chunkWith(await searchedChunks('Orders.java', orders, 90), 'public T find');
      assert.match(find.text, /Finds an order[\s\S]*@Override\s+@Nullable\s+public T find[\s\S]*items\.get/);
      assert.deepEqual(globalsOf(find), ['LIMIT', 'items']);
      assert.deepEqual(find.scope, ['com.acme.orders', 'Orders']);
      assert.match(find.context, /private static final int LIMIT = 100;/);
    });
  });
});
