import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const swift = (text: string): Promise<string[]> => usesOf('a.swift', text, 'subject');

describe('Swift', () => {
  it('imports bind the module and its known names', async () => {
    const text = `
import Foundation
import struct Lib.Point
import UIKit

func subject(at url: URL) -> UIView {
    let p = Point()
    return Foundation.Data()
}
`;
    assert.deepEqual(await swift(text), ['Foundation', 'Point', 'UIView', 'URL']);
  });

  it('a re-exported name counts only if the file does not import its module directly', async () => {
    const text = 'import AppKit\nimport Foundation\n\nfunc subject(x: URL, y: NSView) {}\n';
    const filler = `let padding = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]\n`;
    const chunks = await searchedChunks('a.swift', text.replace('\n\n', `\n\n${filler.repeat(4)}\n`), 70);
    const subject = chunkWith(chunks, 'func subject');
    assert.deepEqual(
      subject.imports.map((entry) => `${entry.name}: ${entry.statement}`),
      ['URL: import Foundation', 'NSView: import AppKit'],
    );
  });

  it('parameters, locals, loops, closures, switch patterns and nested functions hide names', async () => {
    const text = `
let a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1, label = 1

func subject(a: Int, label b: Int) {
    let c = a + b
    let (d, e) = pair()
    for f in all() { print(f + c + d + e) }
    all().map { g in g + 1 }
    func h() {}
    h()
    print(label)
}
`;
    assert.deepEqual(await swift(text), ['label']);
  });

  it('argument labels, members, enum cases and tuple labels are not references', async () => {
    const text = `
let width = 1, count = 2, red = 3, used = 4

func subject(x: Any) {
    draw(width: used)
    x.count.width
    let t = (count: 1, red: 2)
    paint(.red)
}
`;
    assert.deepEqual(await swift(text), ['used']);
  });

  it('the declaration of a local can use the name that it hides', async () => {
    const text = `
let name = "x"

func subject() { let name = name.trimmed(); print(name) }
`;
    assert.deepEqual(await swift(text), ['name']);
  });

  it('unwrapping binds a new name or keeps the same one', async () => {
    const text = `
let a = 1, b = 2, c = 3, kind = 4

func subject(x: Int?) {
    if let a = x { print(a) }
    guard let b = b else { return }
    if case .custom(let c) = kind { print(c) }
}
`;
    assert.deepEqual(await swift(text), ['b', 'kind']);
  });

  const shelf = `import Foundation

/// Counts what is on the shelves of a store.
@available(iOS 13, *)
public final class Shelf<T: Hashable>: Base, Countable {
    static let limit = 10
    @Published private(set) var items: [T] = []

    /// How many there are on the shelf, those on their way not counted.
    var count: Int {
        return items.count
    }

    /// Starts with the items of another shelf, where these are not too many.
    init?(items: [T]) {
        guard items.count < Shelf.limit else { return nil }
        self.items = items
    }

    deinit { print("gone") }

    subscript(index: Int) -> T { items[index] }

    enum Kind: String { case small, large }

    typealias Handler = (T) -> Void

    /// Puts an item down where there is room for one more.
    @discardableResult
    func add(_ item: T) -> Bool {
        guard count < 10 else { return false }
        items.append(item)
        return true
    }
}

protocol Countable { var count: Int { get } }

extension Shelf: Codable { func encoded() -> Data { Data() } }

struct Point { var x = 0 }

actor Keeper {}

let shared = 1
`;

  it('knows the variants of types, extensions, protocols and their members', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('Shelf.swift', shelf, 1000)), [
      'class Shelf',
      'property limit',
      'property items',
      'property count',
      'constructor init',
      'method deinit',
      'method subscript',
      'enum Kind',
      'constant small',
      'constant large',
      'type Handler',
      'method add',
      'protocol Countable',
      'property count',
      'extension Shelf',
      'method encoded',
      'struct Point',
      'property x',
      'class Keeper',
      'constant shared',
    ]);
  });

  it('keeps doc comments and attributes with their member, which carries the properties it uses', async () => {
    const add = chunkWith(await searchedChunks('Shelf.swift', shelf, 90), 'func add');
    assert.match(add.text, /Puts an item[\s\S]*@discardableResult\s+func add[\s\S]*items\.append/);
    assert.deepEqual(globalsOf(add), ['count', 'items']);
    assert.deepEqual(importsOf(chunkWith(await searchedChunks('Shelf.swift', shelf, 60), 'encoded')), [
      'import Foundation',
    ]);
  });
});
