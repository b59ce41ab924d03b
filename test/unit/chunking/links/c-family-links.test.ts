import { itDefines, itUses } from './shown-links';

describe('uses in C', () => {
  const types =
    '#include "a.h"\nstruct ops { int (*open)(int); };\ntypedef struct node { struct node *next; struct ops *ops; } Node;\n';
  const inFunction = (text: string): string => `${types}int f(Node *n, struct item *i) { ${text} }`;
  const around = ['#node', '#ops', '#Node', 'item'];

  itUses('a.c', {
    [inFunction('n->ops->open(1);')]: [...around, '#ops.open'],
    [inFunction('n->next->ops->open(1);')]: [...around, '#next.ops.open'],
    [inFunction('i->run(i);')]: [...around, 'item.run'],
    [inFunction('Node *m = make(), k; m[0].ops->open(1); k.ops->close(1);')]: [
      ...around,
      'make',
      '#ops.open',
      '#ops.close',
    ],
    [inFunction('((struct ops *)x)->open(1); (*n).ops->open(1);')]: [...around, 'x', '#open', '#ops.open'],
    [inFunction('for (struct list *l = first(n); l; l = l->next) l->run();')]: [...around, 'list', 'first', 'list.run'],
    [inFunction('get(n)->run(n); f(n, i); printf("%d", n);')]: [...around, 'get', 'get.run', '#f'],
    '#include "a.h"\n#define MAX(a, b) do_max(a, (b), LIMIT)\nint x = MAX(1, 2);': ['do_max', 'LIMIT', '#MAX'],
    '#include "a.h"\nstatic int g(void);\nint f(void) { return g(); }\nstatic int g(void) { return f(); }': [
      '#g',
      '#f',
    ],
    'enum color { RED };\nstruct ops { int (*run)(int); };\nint f(int);\nstruct ops all[] = { { .run = f } };\nint c = RED;':
      [...['#ops', '#f', '#RED']],
    'int f(void) { return g(); }': [],
  });
});

describe('types of definitions in C', () => {
  itDefines('a.h', {
    '#include "b.h"\nstruct a { struct b *b, **c; int n; union { d_t d; }; };': ['b: b', 'c: b', 'd: d_t'],
    '#include "b.h"\ntypedef struct a { struct a *next; } A;': ['a: #A', 'next: #a'],
    '#include "b.h"\nb_t *f(void);\nstatic const struct c table[3];\ntypedef b_t c_t;': [
      'f: b_t',
      'table: c',
      'c_t: b_t',
    ],
  });
});
