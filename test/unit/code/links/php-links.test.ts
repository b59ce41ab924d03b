import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `<?php\nclass A extends B { private Repo $repo; static $pool; const MAX = 1; ` +
  `function __construct(private Log $log, Clock $c) { $this->clock = $c; $this->box = new Box(); } function run() { ${text} } }`;

const around = ['B', 'Repo', 'Log', 'Clock', '#A.clock', '#A.box', 'Box'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  '$this->run(); self::run(); static::run(); parent::run();': ['#run', 'base #A.run'],
  '$this->repo->save(); $this->log->info();': ['#repo', '#repo.save', '#log', '#log.info'],
  '$this->clock->now(); $this->box->open();': ['#A.clock.now', '#A.box.open'],
  '$this->other(); $this->other->run();': ['#A.other', '#A.other.run'],
  'self::MAX; A::MAX; self::$pool; A::$pool; Other::$pool->get();': [
    ...['#MAX', '#A', '#pool', 'Other', 'Other.pool', 'Other.pool.get'],
  ],
  '$x = new Foo(1); $x->go()->stop(); $y = $x; $y->end();': ['Foo', 'Foo.go', 'Foo.go.stop', 'Foo.end'],
  '(new Foo)->run(); Foo::make()->run();': ['Foo', 'Foo.run', 'Foo.make', 'Foo.make.run'],
  'try { } catch (Foo | Bar $e) { $e->report(); }': ['Foo', 'Bar', 'Foo.report'],
  '$f = fn(Foo $x) => $x->run(); function (?Bar $y) { $y?->run(); };': ['Foo', 'Foo.run', 'Bar', 'Bar.run'],
  'foreach ($xs as $x) { $x->run(); }': ['?.run'],
  '$x->$name; $x->$name(); Foo::class; strlen("a");': ['Foo'],
  '\\App\\Foo::run(); new Sub\\Foo(); \\helper();': [
    '\\App',
    '\\App.Foo',
    '\\App.Foo.run',
    'Sub',
    'Sub.Foo',
    '\\helper',
  ],
};

describe('uses in PHP', () => {
  itUses('a.php', {
    '<?php\nnamespace A\\B;\nuse C\\D as E;\nuse function C\\f;\nclass G extends E { use H; }\nf(); E::g();': [
      ...['E', 'H', 'f', 'E.g'],
    ],
    '<?php\nenum S: string { case On = "a"; function label() { } }\nS::On->label();': ['#S', '#On', '#On.label'],
    '<?php\nfunction f(Foo $x, int|Bar $y): Baz { $x->run(); $y->run(); return f(); }': [
      ...['Foo', 'Bar', 'Baz', 'Foo.run', 'Bar.run', '#f'],
    ],
  });
  itUses(
    'a.php',
    Object.fromEntries(Object.entries(statements).map(([text, uses]) => [inMethod(text), [...around, ...uses]])),
  );
});

describe('types of definitions in PHP', () => {
  itDefines('a.php', {
    '<?php\nclass A extends B implements C, \\D\\E { use F; private ?G $g; function h(): I|J { } }': [
      'A < B, C, \\D.E, F',
      'g: G',
      'h: I',
    ],
    '<?php\nclass A { function __construct(private B $b, C $c) { $this->d = $c; } }': ['b: B', 'd: C'],
  });
});
