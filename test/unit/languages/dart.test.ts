import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const padding = `const padding = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];\n`;

async function importsFor(imports: string, body: string): Promise<string[]> {
  const text = `${imports}\n\n${padding.repeat(4)}\nvoid subject() {\n  ${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.dart', text, 90), 'void subject'));
}

describe('Dart', () => {
  it('imports bind a prefix or the names they show, narrowed to the used names', async () => {
    assert.deepEqual(await importsFor("import 'package:http/http.dart' as http;", 'http.get(x);'), [
      "import 'package:http/http.dart' as http;",
    ]);
    const shown = "import 'package:a/a.dart' show A, B, C;";
    assert.deepEqual(await importsFor(shown, 'B(); C();'), ["import 'package:a/a.dart' show B, C;"]);
    assert.deepEqual(await importsFor(shown, 'x.A;'), []);
  });

  it('imports without names bring in the known names of the library and the type that its file is named after', async () => {
    const imports = "import 'dart:io';\nimport 'dart:convert' hide json;\nimport 'src/order_service.dart';";
    assert.deepEqual(await importsFor(imports, "File('x'); OrderService();"), [
      "import 'dart:io';",
      "import 'src/order_service.dart';",
    ]);
    assert.deepEqual(await importsFor(imports, 'jsonDecode(x); json.decode(x);'), ["import 'dart:convert' hide json;"]);
  });

  const store = `import 'dart:async';

/// The most that fits.
const limit = 10;

/// Keeps what was ordered until it is sent.
@immutable
class Store<T> extends Base<T> with Closing {
  final List<T> items;

  const Store(this.items);

  Store.empty() : items = [];

  factory Store.of(T item) => Store([item]);

  int get count => items.length;

  /// Whether there is room for as many as this in the store.
  @override
  bool fits(int more) {
    return items.length + more < limit;
  }

  void close();

  Store operator +(Store other) => other;
}

mixin Closing on Base {}

extension Shouting on String { String shout() => toUpperCase(); }

enum Color { red, green }

typedef Handler = void Function(int);

/// Starts everything that has to be started, and waits.
@pragma('vm:entry-point')
Future<void> main(List<String> args) async {
  print(limit);
}
`;

  it('knows classes, mixins, extensions, constructors, accessors and functions', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('store.dart', store, 1000)), [
      'constant limit',
      'class Store',
      'field items',
      'constructor Store',
      'constructor Store.empty',
      'constructor Store.of',
      'property count',
      'method fits',
      'method close',
      'method +',
      'trait Closing',
      'extension Shouting',
      'method shout',
      'enum Color',
      'constant red',
      'constant green',
      'type Handler',
      'function main',
    ]);
  });

  it('a signature, its body, doc comment and annotations stay together', async () => {
    const chunks = await searchedChunks('store.dart', store, 50);
    const fits = chunkWith(chunks, 'bool fits');
    assert.match(fits.text, /Whether there is room[\s\S]*@override\s+bool fits\(int more\) \{[\s\S]*< limit;\s+\}/);
    assert.deepEqual(globalsOf(fits), ['items', 'limit']);
    assert.deepEqual(fits.scope, ['Store']);
    assert.match(
      chunkWith(chunks, 'Future<void> main').text,
      /Starts everything[\s\S]*@pragma[\s\S]*main\([\s\S]*print\(limit\);/,
    );
  });

  it('parameters of closures and variables of patterns hide names', async () => {
    const text = `const a = 1;
const b = 1;
const c = 1;
const used = 1;
${padding.repeat(3)}
int subject() {
  final (a, b) = pair();
  return all().map((c) => c + a + b + used).length;
}
`;
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.dart', text, 70), 'int subject')), ['used']);
  });

  it('parameters of functions, methods and closures hide names', async () => {
    const text = `const a = 1;
const b = 1;
const c = 1;
const used = 1;
${padding.repeat(3)}
int subject(int a, {int b = used}) {
  return all().map((c) => c + a + b).length;
}
`;
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.dart', text, 70), 'int subject')), ['used']);
  });

  it('other chunks carry the signatures of the functions and variables they use', async () => {
    const text = `final String name = 'x';

int half(int a) => a ~/ 2;

${padding.repeat(3)}
void subject() {
  half(name.length);
}
`;
    const { globals } = chunkWith(await searchedChunks('a.dart', text, 70), 'void subject');
    assert.deepEqual(
      globals.map((global) => global.text),
      ['int half(int a) => a ~/ 2;', "final String name = 'x'"],
    );
  });

  it('locals, loop variables and named arguments are not uses of module-level names', async () => {
    const text = `const a = 1;
const b = 1;
const c = 1;
const d = 1;
${padding.repeat(3)}
void subject() {
  var a = 1;
  for (final b in all()) { print(b); }
  call(c: a);
  print(d);
}
`;
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.dart', text, 70), 'void subject')), ['d']);
  });
});
