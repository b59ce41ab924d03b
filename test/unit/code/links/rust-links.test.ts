import { itDefines, itUses } from './shown-links';

describe('uses in Rust', () => {
  const around = ['Db', 'Arc', '#Kind', '#Server'];
  const inMethod = (text: string): string =>
    'use crate::db::{self, Db};\nuse std::sync::Arc;\nstruct Server { db: Arc<Db>, kind: Kind }\nenum Kind { A, B(u8) }\n' +
    `impl Server { fn new() -> Result<Self, E> { todo!() } fn go(&self, d: &mut Db) -> bool { ${text} } }`;

  for (const [text, uses] of Object.entries({
    'self.go(d); self.stop();': ['#go', '#Server.stop'],
    'self.db.get("x").await?.apply();': ['#db', '#db.get', '#db.get.apply'],
    'd.clone().get(1);': ['Db.get'],
    'let s = Server::new()?; s.go(d);': ['#new', '#new.go'],
    'let s: &Db = open(); s.get(1);': ['Db.get'],
    'let s = db::open().unwrap(); s.get(1);': ['db', 'db.open', 'db.open.get'],
    'if let Some(x) = d.first() { x.run(); }': ['Db.first', 'Db.first.run'],
    'match d.first() { Ok(x) => x.run(), Err(e) => e.log() }': ['Db.first', 'Db.first.run', '?.log'],
    'let f = |x: &Db| x.get(1); f(d)': ['Db.get'],
    'crate::util::help(super::up()); other::go::<u8>();': [
      ...['crate', 'crate.util', 'crate.util.help', 'super', 'super.up', 'other', 'other.go'],
    ],
    'Self::new(); let k = Kind::A; Kind::B(1)': ['#new', '#A', '#B'],
    'println!("{}", self.go(d)); Ok(None)': ['#go'],
  }))
    itUses('src/server.rs', { [inMethod(text)]: ['Arc', 'Db', ...around.slice(2), ...uses] });

  itUses('src/a.rs', {
    'trait A: B { fn f(&self); fn g(&self) { self.f(); self.h(); } }': ['#f', '#A.h'],
    'use crate::T;\nfn f<A: T>(a: A) -> A { a.run() }': ['T', 'T.run'],
    'struct S;\nfn f() {}\nmod tests { use super::*; #[test] fn t() { f(); let s = S; } }': ['#f', '#S'],
    'fn f() { use crate::a::B; B::new(); }': ['B', 'B.new'],
  });
});

describe('types of definitions in Rust', () => {
  itDefines('src/a.rs', {
    "use crate::{B, C};\nstruct A { b: Option<B>, c: &'static C, n: u8 }": ['b: B', 'c: C'],
    'use crate::T;\nstruct A;\nimpl T for A { fn f(&self) -> Self { A } }': ['A < T', 'A < T', 'f: #A'],
    'use crate::{T, B};\ntrait A: T { fn f(&self) -> Box<dyn B>; }\ntype D = B;': ['A < T', 'f: B', 'D: B'],
  });
});
