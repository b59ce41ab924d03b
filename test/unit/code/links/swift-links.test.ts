import { itDefines, itUses } from './shown-links';

describe('uses in Swift', () => {
  const around = ['Base', '#A|Client', '#A|Delegate'];
  const inMethod = (text: string): string =>
    `class A: Base { let client: Client; var delegate: Delegate?; func f(_ h: Handler?) { ${text} } }`;

  for (const [text, uses] of Object.entries({
    'client.get(1).run(); self.client.stop()': ['#client', '#client.get', '#client.get.run', '#client.stop'],
    'delegate?.done(); delegate!.stop()': ['#delegate', '#delegate.done', '#delegate.stop'],
    'guard let d = delegate else { return }; d.done()': ['#delegate', '#delegate.done'],
    'if let h { h.call() }': ['#A|Handler.call'],
    'let x: Item = make(); x.show()': ['#A|Item', '#A|make', '#A|Item.show'],
    'let x = Item(id: 1); x.show()': ['#A|Item', '#A|Item.show'],
    'let x = try await client.get(1); x.run()': ['#client', '#client.get', '#client.get.run'],
    '(x as? Item)?.show()': ['#A|x', '#A|Item', '#A|Item.show'],
    'f(nil); super.f(nil); other(); print(1)': ['#f', 'base #A.f', '#A|other'],
  }))
    itUses('a.swift', {
      [inMethod(text)]: [...around, '#A|Handler', ...uses],
    });

  itUses('a.swift', {
    'struct S { func g() {} }\nextension S { func f() { g(); h(); self.k() } }': ['#S', '#g', '#S|h', '#S.k'],
    'extension S { func f() { h(); self.k() } }': ['S', '#S|h', 'S.k'],
    'func f<T: P>(_ t: T) -> T { t.run(); return t }': ['P', 'P.run'],
    'enum K { case a, b }\nfunc f() { g(K.a) }': ['g', '#K', '#a'],
  });
});

describe('types of definitions in Swift', () => {
  itDefines('a.swift', {
    'class A: B, n.C { var d: D?; let e = E() }\nextension A: F {}': ['A < B, n.C, F', 'd: #A|D', 'e: #A|E', 'A < F'],
    'protocol P: Q { func f() -> R }': ['P < Q', 'f: #P|R'],
  });
});
