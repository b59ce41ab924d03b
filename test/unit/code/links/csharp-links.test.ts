import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `class A : Z { Repo _repo; B P { get; set; } B M() { return null; } void Run(object o) { ${text} } }`;

const around = ['Z', 'Repo', 'B'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'M(); this.M(); base.M(); Inherited();': ['#M', 'base #A.M', '#A|Inherited'],
  '_repo.Save(); P.Run(); M().Go();': ['#_repo', '#_repo.Save', '#P', '#P.Run', '#M', '#M.Go'],
  'var x = new Foo(1); x.Run();': ['Foo', 'Foo.Run'],
  'Foo x = new(); x.Run();': ['Foo', 'Foo.Run'],
  'Foo? x = null; x?.Y?.Run(); x!.Stop();': ['Foo', 'Foo.Y', 'Foo.Y.Run', 'Foo.Stop'],
  'Foo[] xs = null; xs[0].Run();': ['Foo', 'Foo.Run'],
  'foreach (Foo x in All()) x.Run();': ['Foo', '#A|All', 'Foo.Run'],
  'foreach (var x in All()) x.Run();': ['#A|All', '?.Run'],
  'using (Foo x = Open()) { x.Run(); }': ['Foo', '#A|Open', 'Foo.Run'],
  'try { } catch (Foo x) { x.Run(); }': ['Foo', 'Foo.Run'],
  'if (o is Foo x) x.Run();': ['Foo', 'Foo.Run'],
  'switch (o) { case Foo x: x.Run(); break; }': ['Foo', 'Foo.Run'],
  '((Foo)o).Run(); (o as Bar)?.Run();': ['#A|Foo', '#A|Foo.Run', '#A|Bar', '#A|Bar.Run'],
  'if (Try(out Foo x)) x.Run();': ['#A|Try', 'Foo', 'Foo.Run'],
  'F((Foo x) => x.Run(), y => y.Stop());': ['#A|F', 'Foo', 'Foo.Run', '?.Stop'],
  'var x = await Get(); x.Run(); (await Get()).Run();': ['#A|Get', '#A|Get.Run'],
  'Make<Foo>().Run<Bar>().Go();': ['#A|Make', 'Foo', '#A|Make.Run', 'Bar', '#A|Make.Run.Go'],
  'Foo.Bar(); X.Foo.Max(); nameof(Foo);': ['#A|Foo', '#A|Foo.Bar', '#A|X', '#A|X.Foo', '#A|X.Foo.Max'],
  'new Foo { Name = title }.Run();': ['Foo', '#A|title', 'Foo.Run'],
};

describe('uses in C#', () => {
  itUses('A.cs', {
    'using X.Y;\nnamespace A.B { using Z; class C : D { [E] F f; } }': ['D', '#C|E', 'F'],
    'namespace A.B;\nclass C : X.D<E> {}': ['X', 'X.D', 'E'],
    '#if X\nusing Y;\n#endif\nclass C {}': [],
    'class C { void F<T>(T x, params Foo[] ys) where T : Bar { x.Run(); ys[0].Run(); } }': [
      ...['Foo', 'Bar', 'Bar.Run', 'Foo.Run'],
    ],
    'enum E { X, Y }\nclass C { E e = E.X; }': ['#E', '#X'],
    'record A(Foo Foo) { void M() => Foo.Run(); }': ['Foo', 'Foo.Run'],
    'class A { Foo Foo { get; } void M() { Foo.Run(); Foo x = new Foo(); x.Stop(); } }': [
      ...['Foo', '#Foo', '#Foo.Run', 'Foo.Stop'],
    ],
    'class C { int P { set { Set(value); } } void Set(int x) { } }': ['#Set'],
  });
  itUses(
    'A.cs',
    Object.fromEntries(Object.entries(statements).map(([text, uses]) => [inMethod(text), [...around, ...uses]])),
  );
});

describe('types of definitions in C#', () => {
  itDefines('A.cs', {
    'class A : B<C>, D { E f, g; F P { get; } Task<G> M() => null; event H Changed; }': [
      'A < B, D',
      'f: E',
      'g: E',
      'P: F',
      'M: G',
      'Changed: H',
    ],
    'record A(B P, int Q) : C(P);': ['A < C', 'P: B'],
    'static class A { static B With(this Foo<C> foo, D d) => null; static void F(Foo foo) { } }': ['Foo::With: B'],
    'class A { var x = new B(); C y = new(); }': ['x: B', 'y: C'],
  });
});
