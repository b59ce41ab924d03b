import { itDefines, itUses } from './shown-links';

describe('uses in C', () => {
  const types =
    '#include "a.h"\nstruct ops { int (*open)(int); };\ntypedef struct node { struct node *next; struct ops *ops; } Node;\n';
  const inFunction = (text: string): string => `${types}int f(Node *n, struct item *i) { ${text} }`;
  const around = ['#node', '#ops', '#Node', 'item'];

  itUses('a.c', {
    [inFunction('n->ops->open(1);')]: [...around, '#ops.open'],
    [inFunction('n->next->ops->open(1);')]: [...around, '#next', '#next.ops', '#next.ops.open'],
    [inFunction('i->run(i);')]: [...around, 'item.run'],
    [inFunction('Node *m = make(), k; m[0].ops->open(1); k.ops->close(1);')]: [
      ...around,
      'make',
      '#ops.open',
      '#ops.close',
    ],
    [inFunction('((struct ops *)x)->open(1); (*n).ops->open(1);')]: [...around, 'x', '#open', '#ops.open'],
    [inFunction('for (struct list *l = first(n); l; l = l->next) l->run();')]: [
      ...around,
      'list',
      'first',
      'list.next',
      'list.run',
    ],
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

describe('uses in C++', () => {
  const types = '#include "b.h"\nstruct A { A *next(); B b; static A *make(); };\n';
  const inFunction = (text: string): string => `${types}void f(A *a, const ns::D &d, std::unique_ptr<A> p) { ${text} }`;
  const around = ['#A', '#A|B', 'ns', 'ns.D'];

  itUses('a.cpp', {
    [inFunction('a->next(); p->next(); a->next()->b.run();')]: [...around, '#next', '#next.b', '#next.b.run'],
    [inFunction('d.run(); ns::go(); ns::D::stop(); ::top();')]: [...around, 'ns.D.run', 'ns.go', 'ns.D.stop', 'top'],
    [inFunction('auto x = make(); auto y = new A(); A z{1}; x.run(); y->next(); z.next();')]: [
      ...around,
      ...['make', 'make.run', '#next'],
    ],
    [inFunction(
      'auto x = A::make(); auto y = std::make_unique<C>(1), z = std::move(p); x->next(); y->run(); z->next();',
    )]: [...around, ...['#make', 'C', '#make.next', 'C.run', '#next']],
    [inFunction('if (auto *q = dynamic_cast<C *>(a)) q->run(); static_cast<C *>(a)->stop();')]: [
      ...around,
      ...['C', 'C.run', 'C.stop'],
    ],
    [inFunction('for (const C &c : all) c.run(); auto g = [&](C &t) { t.stop(); };')]: [
      ...around,
      ...['C', 'all', 'C.run', 'C.stop'],
    ],
    [inFunction('std::vector<C> v; v.size(); strlen(v.data());')]: [...around, 'C'],
    '#include "a.h"\nvoid A::run() { stop(); b_->go(); this->x(); Base::run(); }': [
      ...['#run|A', '#run|stop', '#run|b_', '#run|b_.go', 'A.x', '#run|Base', '#run|Base.run'],
    ],
    '#include "a.h"\nnamespace n { class A : public B { void f(); C c_; }; void A::f() { c_.run(); g(); f(); } }': [
      ...['B', '#A|C', '#A', '#c_', '#c_.run', '#f|g', '#f'],
    ],
    '#include "a.h"\ntemplate <class T> T *f(T t) { t.run(); return Holder<T>::get(); }': [
      ...['?.run', 'Holder', 'Holder.get'],
    ],
  });
});

describe('types of definitions in C++', () => {
  itDefines('a.cpp', {
    '#include "b.h"\nclass A : public B, private n::C<D> { E e; F *g() const; };': ['A < B, n.C', 'e: #A|E', 'g: #A|F'],
    '#include "b.h"\nstd::unique_ptr<C> A::run() { return nullptr; }': ['A::run: #run|C'],
    '#include "b.h"\nnamespace n { B *A::run() { return nullptr; } }': ['A::run: #run|B'],
  });
});
