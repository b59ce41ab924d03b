import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `class A { Repo repo; int size; B b() { return null; } int size() { return 0; } void run(Object o) { ${text} } }`;

const around = ['#A|Repo', '#A|B'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'b(); size(); size++;': ['#b', '#size'],
  'this.b(); this.size();': ['#b', '#size'],
  'inherited(); super.run(o);': ['#A|inherited', 'base #A.run'],
  'repo.save(); this.repo.save();': ['#repo', '#repo.save'],
  'b().c().d();': ['#b', '#b.c', '#b.c.d'],
  'new Foo(1).run();': ['#A|Foo', '#A|Foo.run'],
  'new Foo() { void f() {} }.run();': ['#A|Foo', '#A|Foo.run'],
  'Foo x = null; x.run();': ['#A|Foo', '#A|Foo.run'],
  'var x = new Foo<>(); x.run();': ['#A|Foo', '#A|Foo.run'],
  'var x = b(); var y = x; y.run();': ['#b', '#b.run'],
  'Foo[] xs = null; xs[0].run();': ['#A|Foo', '#A|Foo.run'],
  'List<Foo> xs = null; xs.add(null);': ['#A|List', '#A|Foo', '#A|List.add'],
  'for (Foo x : all) x.run();': ['#A|Foo', '#A|all', '#A|Foo.run'],
  'for (var x : all) x.run();': ['#A|all', '?.run'],
  'try (Foo x = make()) { x.run(); }': ['#A|Foo', '#A|make', '#A|Foo.run'],
  'try { } catch (Foo | Bar x) { x.run(); }': ['#A|Foo', '#A|Bar', '#A|Foo.run'],
  'if (o instanceof Foo x) x.run();': ['#A|Foo', '#A|Foo.run'],
  '((Foo) o).run();': ['#A|Foo', '#A|Foo.run'],
  'switch (o) { case Foo x -> x.run(); default -> {} }': ['#A|Foo', '#A|Foo.run'],
  'switch (o) { case Foo(Bar x, var y) -> x.run(); default -> {} }': ['#A|Foo', '#A|Bar', '#A|Bar.run'],
  'f((Foo x) -> x.run(), y -> y.stop());': ['#A|f', '#A|Foo', '#A|Foo.run', '?.stop'],
  'f(Foo::run, this::b, repo::save, Bar::new);': [
    ...['#A|f', '#A|Foo', '#A|Foo.run', '#b', '#repo', '#repo.save', '#A|Bar'],
  ],
  'Foo.bar(); Foo.BAR.run(); x.y.Foo.bar();': [
    ...['#A|Foo', '#A|Foo.bar', '#A|Foo.BAR', '#A|Foo.BAR.run', '#A|x', '#A|x.y', '#A|x.y.Foo', '#A|x.y.Foo.bar'],
  ],
  'repo.<Foo>find();': ['#repo', '#A|Foo', '#repo.find'],
  'Outer.this.run(); Iface.super.run();': ['#A|Outer', '#A|Outer.run', '#A|Iface', '#A|Iface.run'],
  // Values of types that come with Java have no members in the workspace.
  'String s = "a".trim(); s.length(); Foo.class.getName(); System.out.println(s);': ['#A|Foo'],
};

describe('uses in Java', () => {
  itUses('A.java', {
    'package a.b;\nimport c.D;\nimport static c.E.f;\nclass A extends D { void g() { f(); D.h(); } }': [
      'D',
      'f',
      'D.h',
    ],
    'class A { class B { void f() { g(); } } void g() {} }': ['#g'],
    'class A { void f() { new A(); } A() {} }': ['#A'],
    'class A { <T extends Foo> void f(T x) { x.run(); } }': ['#A|Foo', '#A|Foo.run'],
    'class A { void f(Foo... xs) { xs[0].run(); } }': ['#A|Foo', '#A|Foo.run'],
    'record A(Foo foo) { void f() { foo.run(); } }': ['Foo', 'Foo.run'],
    '@Anno(value = K.V) class A extends B.C<D> implements E {}': ['Anno', 'K', 'K.V', 'B', 'B.C', 'D', 'E'],
    'class String {}\nclass A { String s; }': ['#String'],
  });
  itUses(
    'A.java',
    Object.fromEntries(Object.entries(statements).map(([text, uses]) => [inMethod(text), [...around, ...uses]])),
  );
});

describe('types of definitions in Java', () => {
  itDefines('A.java', {
    'class A extends B<C> implements D, e.E { F f, g; List<H> h() { return null; } A() {} }': [
      'A < B, D, e.E',
      'f: #A|F',
      'g: #A|F',
      'h: #A|List',
    ],
    'record A(B b, int c) implements D { }': ['A < D', 'b: B'],
    'enum A implements B { X, Y; C c; }': ['A < B', 'c: #A|C'],
    'interface A extends B, C { D d(); E e = null; }': ['A < B, C', 'd: #A|D', 'e: #A|E'],
    'class A { class B extends C {} B b; }': ['B < #A|C', 'b: #B'],
  });
});
