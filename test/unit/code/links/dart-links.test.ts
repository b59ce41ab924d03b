import { itDefines, itUses } from './shown-links';

describe('uses in Dart', () => {
  const around = ['Base', '#A|Client', '#A|Handler'];
  const inMethod = (text: string): string =>
    `import 'a.dart';\nclass A extends Base { final Client client; A.make(); void f(Handler? h) async { ${text} } }`;

  for (const [text, uses] of Object.entries({
    'client.get(1).run(); this.client.stop();': ['#client', '#client.get', '#client.get.run', '#client.stop'],
    'h?.call(1); f(h); super.f(h); other(); print(1);': ['#A|Handler.call', '#f', 'base #A.f', '#A|other'],
    'final x = await client.get(1); x.run();': ['#client', '#client.get', '#client.get.run'],
    'Item x = create(); x.show();': ['#A|Item', '#A|create', '#A|Item.show'],
    'var x = Item(1); x.show().again();': ['#A|Item', '#A|Item.show', '#A|Item.show.again'],
    'A.make().f(h);': ['#A', '#make', '#make.f'],
    'for (final Item i in items) { i.show(); }': ['#A|Item', '#A|items', '#A|Item.show'],
  }))
    itUses('a.dart', { [inMethod(text)]: [...around, ...uses] });

  itUses('a.dart', {
    "import 'package:http/http.dart' as http;\nvoid f() { http.get(1); }": ['http', 'http.get'],
    "import 'a.dart';\nextension E on Repo { void f() { save(1); this.go(); } }": ['Repo', '#E|save', 'Repo.go'],
  });
});

describe('types of definitions in Dart', () => {
  itDefines('a.dart', {
    "import 'b.dart';\nclass A extends B with C implements D { final E e; F? get f => null; }": [
      ...['A < B, C, D', 'e: #A|E', 'f: #A|F'],
    ],
  });
});
