import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `class A(repo: Repo) extends Base with C {\n  val foo = new Foo()\n  def run(q: Q): Unit = {\n    ${text}\n  }\n}`;

const around = ['Repo', 'Base', 'C', '#A|Foo', '#A|Q', '#A|Unit'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'run(q); this.run(q); super.run(q); inherited(1)': ['#run', 'base #A.run', '#A|inherited'],
  'repo.save(1); foo.go().stop': ['Repo.save', '#foo', '#foo.go', '#foo.go.stop'],
  'val x = new Bar[Int](1); x.run(); val y = x; y.stop': ['#A|Bar', '#A|Int', '#A|Bar.run', '#A|Bar.stop'],
  'val x: Bar = make(1); x.run()': ['#A|Bar', '#A|make', '#A|Bar.run'],
  'q match { case x: Bar => x.run() }': ['#A|Bar', '#A|Bar.run'],
  'Bar.make(1).run(); Color.Red': ['#A|Bar', '#A|Bar.make', '#A|Bar.make.run', '#A|Color', '#A|Color.Red'],
};

describe('uses in Scala', () => {
  itUses('a.scala', {
    'package a.b\nimport c.D\nclass A extends D { def f = D.g(1) }': ['D', 'D.g'],
  });
  itUses(
    'a.scala',
    Object.fromEntries(Object.entries(statements).map(([text, uses]) => [inMethod(text), [...around, ...uses]])),
  );
});

describe('types of definitions in Scala', () => {
  itDefines('a.scala', {
    'case class A(b: B) extends C with D { val e: E = null; def f: List[F] = x }': [
      'A < C, D',
      'b: B',
      'e: #A|E',
      'f: #A|List',
    ],
  });
});
