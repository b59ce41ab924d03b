import { itDefines, itUses } from './shown-links';

/** A file that has `text` in a function. */
const inFunction = (text: string): string =>
  `package a\nimport "net/http"\ntype S struct { next *S; all []S; byName map[string]*S; h http.Handler; make func() *S }\n` +
  `func New() (*S, error) { return nil, nil }\nfunc (s *S) Run(i int) *S { ${text} }`;

/** What each statement uses beside what the file around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  's.Run(1)': ['#Run'],
  's.next.Stop()': ['#next', '#next.Stop'],
  's.next.Run(1).Run(2)': ['#next', '#next.Run', '#next.Run.Run'],
  's.all[i].Stop()': ['#all', '#all.Stop'],
  's.byName["a"].Stop()': ['#byName', '#byName.Stop'],
  's.make().Stop()': ['#make', '#make.Stop'],
  's.h.ServeHTTP(nil, nil)': ['#h', '#h.ServeHTTP'],
  'for _, x := range s.all { x.Stop() }': ['#all', '#all.Stop'],
  'x, err := New(); x.Stop(); err.Error()': ['#New', '#New.Stop', '?.Error'],
  'x := Make(); x.Stop()': ['Make', 'Make.Stop'],
  'x, y := s, Make(); x.Run(1); y.Stop()': ['Make', '#Run', 'Make.Stop'],
  'x := &S{}; x.Run(1)': ['#Run'],
  'x := new(Other); x.Run(1)': ['Other', 'Other.Run'],
  'x := make([]Other, 1); x[0].Run(1)': ['Other', 'Other.Run'],
  'x, ok := s.h.(*Other); x.Run(1)': ['#h', 'Other', 'Other.Run'],
  'var x, y = Make(), s; x.Stop(); y.Run(1)': ['Make', 'Make.Stop', '#Run'],
  'var x *Other; x.Run(1)': ['Other', 'Other.Run'],
  'S{}.Run(1); (&S{}).Run(1)': ['#Run'],
  'switch x := s.h.(type) { case *Other: x.Run(1) }': ['#h', 'Other', '?.Run'],
  'func(o *Other) { o.Run(1) }(nil)': ['Other', 'Other.Run'],
  'http.HandleFunc("/", serve)': ['http.HandleFunc', 'serve'],
  'return &Other{next: s, name: title}': ['Other', 'title'],
  'len(x.y); panic("x"); var e error': ['x', 'x.y'],
};

const around = ['#S', 'http', 'http.Handler'];

describe('uses in Go', () => {
  itUses('a.go', {
    'package a\nfunc f() { g(); h.I(); J = 1 }': ['g', 'h', 'h.I', 'J'],
    'package a\nimport h "x/y"\nfunc f(h h.H) { h.Run() }': ['h', 'h.H', 'h.H.Run'],
    'package a\nfunc f[T any, U H](xs []T, u U) T { u.Do(); return xs[0] }': ['H', 'H.Do'],
    'package a\nfunc min(a int) int { return a }\nfunc len() { min(1); len() }': ['#min', '#len'],
    'package a\ntype A struct { B }\nfunc (a A) f() { a.B.g(); a.h() }': ['B', '#A', '#B', '#B.g', '#A.h'],
  });
  itUses(
    'a.go',
    Object.fromEntries(
      Object.entries(statements).map(([text, uses]) => [
        inFunction(text),
        [...around, ...uses.filter((use) => !around.includes(use))],
      ]),
    ),
  );
});

describe('types of definitions in Go', () => {
  itDefines('a.go', {
    'package a\ntype A struct { b, c *B; d.D; *E; n int }': ['A < d.D, E', 'b: B', 'c: B', 'D: d.D', 'E: E'],
    'package a\ntype I interface { J; K() (*L, error) }': ['I < J', 'K: L'],
    'package a\ntype ( A []B; C map[string]D; F func(x X) G; H = e.I )': ['A: B', 'C: D', 'F: G', 'H: e.I'],
    'package a\nfunc (a *A[T]) f() (b B, err error) { return }': ['A::f: B'],
    'package a\nvar x = New()\nvar y *Y': ['x: New', 'y: Y'],
  });
});
