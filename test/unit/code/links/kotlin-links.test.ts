import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `class A(private val repo: Repo, c: C) : Base(c) {\n  val foo = Foo()\n  fun run(q: Q?) {\n    ${text}\n  }\n}`;

const around = ['Repo', 'C', 'Base', '#A|Foo', '#A|Q'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'run(q); this.run(q); super.run(q); inherited()': ['#run', 'base #A.run', '#A|inherited'],
  'repo.save(); foo.go().stop()': ['Repo.save', '#foo', '#foo.go', '#foo.go.stop'],
  'q?.go(); q!!.stop()': ['#A|Q.go', '#A|Q.stop'],
  'val x = Foo(1); x.run(); val y = x; y.stop()': ['#A|Foo.run', '#A|Foo.stop'],
  'val x: Bar = make(); x.run()': ['#A|Bar', '#A|make', '#A|Bar.run'],
  'try { } catch (e: Err) { e.report() }': ['#A|Err', '#A|Err.report'],
  '(q as Bar).run(); (q as? Bar)?.stop()': ['#A|Bar', '#A|Bar.run', '#A|Bar.stop'],
  'items.filter { x: Bar -> x.ok() }.first()': [
    ...['#A|items', '#A|items.filter', '#A|Bar', '#A|Bar.ok', '#A|items.filter.first'],
  ],
  'use(::top, Bar::run, this::run)': ['#A|use', '#A|top', '#A|Bar', '#A|Bar.run', '#run'],
  'Bar.make(); Color.RED': ['#A|Bar', '#A|Bar.make', '#A|Color', '#A|Color.RED'],
};

describe('uses in Kotlin', () => {
  itUses('a.kt', {
    'package a.b\n\nimport c.D\n\nclass A : D() {\n  fun f() { D.g() }\n}': ['D', 'D.g'],
    'class A {\n  companion object {\n    fun make() = A()\n  }\n  fun f() { make() }\n}': ['#A', '#make'],
    'fun <T : Foo> f(x: T) { x.run() }': ['Foo', 'Foo.run'],
    'fun f(x: Foo): Bar = x.bar()': ['Foo', 'Bar', 'Foo.bar'],
  });
  itUses(
    'a.kt',
    Object.fromEntries(
      Object.entries(statements).map(([text, uses]) => [
        inMethod(text),
        [...around, ...uses.filter((use) => !around.includes(use))],
      ]),
    ),
  );
});

describe('types of definitions in Kotlin', () => {
  itDefines('a.kt', {
    'class A(val b: B, c: C) : D(c), E {\n  val f: F? = null\n  val g = G()\n  fun h(): List<H> = x()\n}': [
      'A < D, E',
      'b: B',
      'f: #A|F',
      'g: #A|G',
      'h: #A|List',
    ],
    'fun Foo.ext(b: B): C = b.c()': ['Foo::ext: #ext|C'],
  });
});
