import assert from 'node:assert/strict';
import { ParsedSource } from '../../../src/code/identify/parsed-source';
import { languageOf } from '../../../src/engine/workers/chunker';
import type { DefinitionRule, Language } from '../../../src/languages/language';
import type { Node } from '../../../src/syntax/syntax-node';

/** `name: type` and `name < base, base` of one definition. */
function describeDefinition(node: Node, rule: DefinitionRule): readonly string[] {
  const names = rule.names ? rule.names(node) : [node.childForFieldName('name')];
  const [name] = names;
  if (!name) return [];
  const type = rule.type?.(node);
  const bases = rule.bases?.(node) ?? [];
  const found: string[] = [];
  if (type) found.push(`${name.text}: ${type.text}`);
  if (bases.length > 0) found.push(`${name.text} < ${bases.map((base) => base.text).join(', ')}`);
  return found;
}

function* describeTypes(language: Language, node: Node): Generator<string> {
  const { definitions, values = {} } = language.structure;
  for (const child of node.namedChildren) {
    const { [child.type]: definition } = definitions;
    const { [child.type]: value } = values;
    const found = definition ? describeDefinition(child, definition) : [];
    const ofValue = value && found.length === 0 ? describeDefinition(child, value) : [];
    yield* found;
    yield* ofValue;
    // Dart's fields contain a list that is a variable elsewhere.
    if (ofValue.length === 0) yield* describeTypes(language, child);
  }
}

async function typesIn(path: string, text: string): Promise<string[]> {
  const language = languageOf({ path, text });
  assert.ok(language, `no language for ${path}`);
  const parsed = await ParsedSource.parse(language, text);
  try {
    assert.ok(!parsed.tree.rootNode.hasError, `the test source has a syntax error: ${text}`);
    return [...describeTypes(language, parsed.tree.rootNode)];
  } finally {
    parsed.delete();
  }
}

/** Sources and the types in them: `name: type or value`, `name < bases`. */
const tables: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a.ts': {
    'class A<T> extends B<T> implements C, d.E {}': ['A < B, C, d.E'],
    'abstract class A extends mixin(B) {}': ['A < mixin(B)'],
    'interface I extends J, K<L> { p: P; m(): M }': ['I < J, K<L>', 'p: P', 'm: M'],
    'class A { x: Foo = 1; y = new Bar(); f = (a): T => a; get z(): Q { return 1 } m(): Promise<R> {} }': [
      'x: Foo',
      'y: new Bar()',
      'f: T',
      'z: Q',
      'm: Promise<R>',
    ],
    'const a: Foo = b': ['a: Foo'],
    'const a = b as Foo': ['a: Foo'],
    'const a = b as const': ['a: b'],
    'const a = await make()': ['a: await make()'],
    'const a = 1, b = new Foo()': [],
    'const { a } = make()': [],
    'const f: Handler = (a): Foo => a': ['f: Foo'],
    'function f(): Foo {}': ['f: Foo'],
    'function f(x): x is Foo {}': [],
    'declare const a: typeof b': ['a: typeof b'],
    'type A = B | C': ['A: B | C', 'A < B, C'],
    'type A = B & { c: D }': ['A: B & { c: D }', 'A < B', 'c: D'],
    'export default createStore(a)': ['default: createStore(a)'],
  },
  'a.js': {
    'class A extends b.B { x = new C(); static y = f() }': ['A < b.B', 'x: new C()', 'y: f()'],
    'const A = class extends B {}': ['A < B'],
    'const a = new Foo(1)': ['a: new Foo(1)'],
    'exports.a = new Foo()': ['a: new Foo()'],
    'exports.A = class extends B {}': ['A < B'],
    'const a = 1': [],
  },
  'a.py': {
    'class A(B, c.D[E], metaclass=M):\n    x: Foo = 1\n    y = Bar()\n': ['A < B, c.D[E]', 'x: Foo', 'y: Bar()'],
    'def f() -> Optional[Foo]: ...': ['f: Optional[Foo]'],
    'a = b = Foo()': ['a: Foo()'],
    'a: "Foo"': ['a: "Foo"'],
    'a, b = f()': [],
    'a = 1': [],
    'type A = B': ['A: B'],
  },
  'a.go': {
    'package a\ntype A struct { B; *c.D; x Foo }': ['A < B, c.D'],
    'package a\ntype I interface { J; k.L; M() N }': ['I < J, k.L'],
    'package a\ntype C interface { ~int | string }': [],
    'package a\ntype ( A struct { B }; N []Foo )': ['A < B', 'N: []Foo'],
    'package a\ntype A = b.C': ['A: b.C'],
    'package a\nfunc f() *Foo { return nil }': ['f: *Foo'],
    'package a\nfunc (a *A) f() (*Foo, error) { return nil, nil }': ['f: *Foo'],
    'package a\nfunc f() (foo Foo, err error) { return }': ['f: Foo'],
    'package a\nvar x = &Foo{a: 1}': ['x: &Foo{a: 1}'],
    'package a\nvar (\n\tx *Foo\n\ty = create(1)\n)': ['x: *Foo', 'y: create(1)'],
    'package a\nvar x, y = f(), g()': [],
  },
  'A.java': {
    'class A<T> extends B<T> implements C, d.E { Foo x = new Foo(), y; List<Foo> m() { return null; } }': [
      'A < B<T>, C, d.E',
      'x: Foo',
      'm: List<Foo>',
    ],
    'interface I extends J, K { int X = 1; }': ['I < J, K', 'X: int'],
    'enum E implements I { X }': ['E < I'],
    'record R(Foo a) implements I {}': ['R < I'],
  },
  'a.kt': {
    'class A(x: Int) : B(x), C by d, E<F> {\n  val y: Foo? = null\n  val z = Bar(1)\n  fun m(a: Int): Foo = a\n}': [
      'A < B, C, E<F>',
      'y: Foo?',
      'z: Bar(1)',
      'm: Foo',
    ],
    'fun f() = Foo()': ['f: Foo()'],
    'fun <T> List<T>.second(): T = this[1]': ['second: T'],
    'fun f(a: Foo) { }': [],
    'object O : P()': ['O < P'],
    'interface I : J': ['I < J'],
    'typealias A = Foo<Bar>': ['A: Foo<Bar>'],
  },
  'a.scala': {
    'class A[T](x: Int) extends B[T](x) with C { val y: Foo = 1; val z = new Bar(1); def m(a: Int): Option[Foo] = a }':
      ['A < B[T], C', 'y: Foo', 'z: new Bar(1)', 'm: Option[Foo]'],
    'trait I extends J { def f: Foo; val v: V }': ['I < J', 'f: Foo', 'v: V'],
    'object O extends P { def f = Foo(1) }': ['O < P', 'f: Foo(1)'],
    'type A = Foo': ['A: Foo'],
  },
  'a.cs': {
    'class A<T> : B<T>, C.D where T : X { Foo x = new Foo(), y; Foo P { get; } List<Foo> M() => null; event E F; }': [
      'A < B<T>, C.D',
      'x: Foo',
      'P: Foo',
      'M: List<Foo>',
      'F: E',
    ],
    'record R(Foo A) : Base(A), I;': ['R < Base, I'],
    'interface I : J { Foo this[int i] { get; } }': ['I < J', 'this: Foo'],
    'delegate Foo D(int a);': ['D: Foo'],
    'var x = new Foo();': ['x: new Foo()'],
    'void f() { } Foo g() => null;': ['f: void', 'g: Foo'],
  },
  'a.cpp': {
    'class A : public B, private c::D<E> { Foo x; Foo *y; static Foo z; Foo m() const; auto f() -> Foo; };': [
      'A < B, c::D<E>',
      'x: Foo',
      'y: Foo',
      'z: Foo',
      'm: Foo',
      'f: Foo',
    ],
    'Foo &N::A::k() {}': ['k: Foo'],
    'auto h() -> Foo { }': ['h: Foo'],
    'auto x = Foo(1);': ['x: Foo(1)'],
    'auto x = new Foo();': ['x: new Foo()'],
    'ns::Foo z{1};': ['z: ns::Foo'],
    'using A = std::vector<Foo>;': ['A: std::vector<Foo>'],
    'typedef struct Foo Bar;': ['Bar: struct Foo'],
    'typedef struct { int a; } Bar;': ['a: int'],
  },
  'a.c': {
    'struct foo *make(int a) { return 0; }': ['make: struct foo'],
    'extern foo_t make(void);': ['make: foo_t'],
    'static foo_t table[3];': ['table: foo_t'],
    'typedef struct foo foo_t;': ['foo_t: struct foo'],
  },
  'a.rs': {
    'impl<T> b::Tr<X> for A<T> { fn m(&self) -> Result<Foo, E> { } const C: Foo = 1; type Item = Foo; }': [
      'A < b::Tr<X>',
      'm: Result<Foo, E>',
      'C: Foo',
      'Item: Foo',
    ],
    "trait A: B + c::D<X> + 'static + ?Sized { fn q(&self) -> &Foo; }": ['A < B, c::D<X>', 'q: &Foo'],
    'static S: Foo = 1;': ['S: Foo'],
    'impl A { fn n() -> Self {} }': ['n: Self'],
  },
  'a.php': {
    '<?php class A extends B implements C, D\\E { use T, U\\V; private ?Foo $x; function m(): Foo {} }': [
      'A < B, C, D\\E, T, U\\V',
      '$x: ?Foo',
      'm: Foo',
    ],
    '<?php interface I extends J, K {}': ['I < J, K'],
    '<?php enum E: string implements I { case X = 1; }': ['E < I'],
    '<?php function f(): ?Foo {}': ['f: ?Foo'],
    '<?php $x = new Foo(1);': ['$x: new Foo(1)'],
  },
  'a.rb': {
    'class A < B::C\n  include D, E\n  extend F\n  X = Foo.new(1)\nend': ['A < B::C, D, E, F', 'X: Foo.new(1)'],
    'module M\n  include N\nend': ['M < N'],
    'X = 1': [],
  },
  'a.swift': {
    'class A<T>: B, C.D {\n  let x: Foo = 1\n  var y = Bar(1)\n  func m(a: Int) -> [Foo] { }\n  var z: Q { return 1 }\n}':
      ['A < B, C.D', 'x: Foo', 'y: Bar(1)', 'm: [Foo]', 'z: Q'],
    'extension A: Q {}': ['A < Q'],
    'protocol P: P2 { func f() -> Foo\n var v: V { get } }': ['P < P2', 'f: Foo', 'v: V'],
    'typealias A = Foo': ['A: Foo'],
    'let g = Foo.make()': ['g: Foo.make()'],
  },
  'a.dart': {
    'class A<T> extends B<T> with M, N implements C { final Foo x = Foo(); var w = Bar(); Foo m(int a) { return 1; } Foo get g => 1; A(this.x); }':
      ['A < B, M, N, C', 'x: Foo', 'w: Bar', 'm: Foo', 'g: Foo'],
    'mixin M on X implements Y {}': ['M < X, Y'],
    'enum E implements I { a }': ['E < I'],
    'Foo f() => 1;': ['f: Foo'],
    'final Foo top = make();': ['top: Foo'],
    'var q = Foo.make();': ['q: Foo'],
    'typedef A = Foo<Bar>;': ['A: Foo'],
    'abstract class Q = R with S;': ['Q < R, S'],
  },
};

describe('the types of definitions', () => {
  for (const [path, table] of Object.entries(tables)) {
    describe(path, () => {
      for (const [source, expected] of Object.entries(table)) {
        it(source.replace(/\s+/g, ' '), async () => assert.deepEqual(await typesIn(path, `${source}\n`), expected));
      }
    });
  }
});
