import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const ts = (text: string, name: string): Promise<string[]> => usesOf('a.ts', text, name);
const tsx = (text: string, name: string): Promise<string[]> => usesOf('a.tsx', text, name);

describe('TypeScript', () => {
  describe('imports', () => {
    /** The import statement that a function carries if it uses these names from it. */
    async function narrowed(statement: string, ...names: string[]): Promise<string[]> {
      const filler = '\n\nexport const padding = ["one", "two", "three", "four", "five", "six", "seven", "eight"];\n';
      const text = `${statement}\n${filler.repeat(3)}\nexport function subject() {\n  return [${names.join(', ')}];\n}\n`;
      return importsOf(chunkWith(await searchedChunks('a.ts', text, 90), 'subject'));
    }

    it('are narrowed to the used names', async () => {
      assert.deepEqual(await narrowed(`import { a, b as c, d } from 'x';`, 'a'), [`import { a } from 'x';`]);
      assert.deepEqual(await narrowed(`import {\n  a,\n  b as c,\n} from 'x';`, 'c'), [`import { b as c } from 'x';`]);
    });

    it('keep default and namespace imports apart from named ones', async () => {
      assert.deepEqual(await narrowed(`import d, { a, b } from 'x';`, 'd'), [`import d from 'x';`]);
      assert.deepEqual(await narrowed(`import d, { a, b } from 'x';`, 'b'), [`import { b } from 'x';`]);
      assert.deepEqual(await narrowed(`import d, * as all from 'x';`, 'all'), [`import * as all from 'x';`]);
      assert.deepEqual(await narrowed(`import d, * as all from 'x';`, 'd', 'all'), [`import d, * as all from 'x';`]);
    });

    it('stay type imports', async () => {
      assert.deepEqual(await narrowed(`import type { A, B } from 'x';`, '{} as A'), [`import type { A } from 'x';`]);
      assert.deepEqual(await narrowed(`import { type C, d } from 'x';`, '{} as C'), [`import { type C } from 'x';`]);
      assert.deepEqual(await narrowed(`import type D from 'x';`, '{} as D'), [`import type D from 'x';`]);
    });

    it('keep attributes, `import x = require()` and aliases as they are', async () => {
      const attributes = `import data, { a } from './x.json' with { type: 'json' };`;
      assert.deepEqual(await narrowed(attributes, 'data'), [`import data from './x.json' with { type: 'json' };`]);
      assert.deepEqual(await narrowed(`import fs = require('fs');`, 'fs'), [`import fs = require('fs');`]);
      assert.deepEqual(await narrowed(`import Short = Very.Long.Name;`, 'Short'), ['import Short = Very.Long.Name;']);
    });

    it('that bind nothing are not attached to any chunk', async () => {
      const text = `import './polyfill';\nexport * from './a';\nexport { b, c as d } from './b';\nexport * as e from './c';\n\nexport const subject = [b, d, e];\n`;
      assert.deepEqual(await ts(text, 'subject'), []);
    });

    it('with require() count', async () => {
      const text = `const { readFile, stat: check } = require('fs');\nexport function subject(p: string) { return check(p); }\n`;
      assert.deepEqual(await ts(text, 'subject'), ['check']);
    });
  });

  describe('uses', () => {
    it('are found in types and values', async () => {
      const text = `
        import { Base, Model, Mixed, decorate, key, type Shape, type Filter } from './model';
        import * as ns from './ns';
        const limit = 3;
        type Id = string;
        @decorate(limit)
        export class Subject<T extends Shape> extends Base<Model> implements ns.Store {
          [key]: Id;
          private readonly filter: Filter<T> = {} as Filter<T>;
          get size(): number { return (this.filter as unknown as typeof Mixed).size; }
        }
      `;
      const all = ['Base', 'Filter', 'Id', 'Mixed', 'Model', 'Shape', 'decorate', 'key', 'limit', 'ns'];
      assert.deepEqual(await ts(text, 'Subject'), all);
    });

    it('are not properties, keys, labels, strings or comments', async () => {
      const text = `
        import { a, b, c, d, e, f } from 'x';
        export function subject(o: { a: number; b(): void }) {
          d: for (;;) { break d; }
          // e
          return { a: o.a, b: o?.b, 'c': 'e', get f() { return \`f\`; } };
        }
      `;
      assert.deepEqual(await ts(text, 'subject'), []);
    });

    it('include shorthand properties, spreads, template parts and computed keys', async () => {
      const text = `
        import { a, b, c, d } from 'x';
        export const subject = { a, ...b, [c]: \`\${d}\` };
      `;
      assert.deepEqual(await ts(text, 'subject'), ['a', 'b', 'c', 'd']);
    });

    it('include exports of the name', async () => {
      const chunks = await searchedChunks(
        'a.ts',
        `import { a, b } from 'x';\n${'// filler\n'.repeat(60)}\nexport { a as z };\n`,
      );
      assert.deepEqual(importsOf(chunkWith(chunks, 'export { a')), [`import { a } from 'x';`]);
    });

    it('include assignments to the name', async () => {
      const text = `
        let state = 0, other = 0, third = 0;
        export function subject() { state = 1; [other] = [2]; ({ third } = { third: 3 }); }
      `;
      assert.deepEqual(await ts(text, 'subject'), ['other', 'state', 'third']);
    });
  });

  describe('hiding', () => {
    it('by parameters, also destructured and with defaults', async () => {
      const text = `
        import { a, b, c, d, e, f } from 'x';
        export function subject(a: string, { b, x: [c] = d }: { b: number }, ...e: string[]) { return [a, b, c, e, f]; }
      `;
      assert.deepEqual(await ts(text, 'subject'), ['d', 'f']);
    });

    it('by locals only in their block', async () => {
      const text = `
        import { a, b } from 'x';
        export function subject() {
          { const a = 1; use(a); }
          for (const b of []) use(b);
          return a;
        }
        function use(x: unknown) {}
      `;
      assert.deepEqual(await ts(text, 'subject'), ['a', 'use']);
    });

    it('by var in the whole function', async () => {
      const text = `
        import { a } from 'x';
        export function subject() { if (a) { var a = 1; } return a; }
      `;
      assert.deepEqual(await ts(text, 'subject'), []);
    });

    it('by catch parameters, nested functions, classes, enums and function names', async () => {
      const text = `
        import { error, inner, Local, Mode, self } from 'x';
        export const subject = function self() {
          try { } catch (error) { console.log(error); }
          function inner() {}
          class Local {}
          enum Mode { A }
          return [inner, new Local(), {} as Local, Mode.A, {} as Mode, self];
        };
      `;
      assert.deepEqual(await ts(text, 'subject'), []);
    });

    it('keeps types and values apart', async () => {
      const text = `
        import type { user, Item } from 'x';
        import { item } from 'y';
        export function subject(user: user) { type item = Item; return [user, item]; }
      `;
      assert.deepEqual(await ts(text, 'subject'), ['Item', 'item', 'user']);
    });

    it('by type parameters, inferred types and keys of mapped types', async () => {
      const text = `
        import type { T, K, U, Source, Other } from 'x';
        export type Subject<T> = { [K in keyof Source]: K extends T ? 1 : 2 } & (Other extends Array<infer U> ? U : never);
      `;
      assert.deepEqual(await ts(text, 'Subject'), ['Other', 'Source']);
    });

    it('allows an inferred type with a constraint and in parameters', async () => {
      const text = `
        import type { Action, P, Limit, Other } from 'x';
        export type Subject<C> = C extends (action: infer Action extends Limit) => infer P ? [Action, P] : Other;
      `;
      assert.deepEqual(await ts(text, 'Subject'), ['Limit', 'Other']);
    });

    it('ends an inferred type with its condition', async () => {
      const text = `
        import type { U, Other } from 'x';
        export type Subject = Other extends Array<infer U> ? 1 : U;
      `;
      assert.deepEqual(await ts(text, 'Subject'), ['Other', 'U']);
    });

    it('by the parameter names of function types, signatures, predicates and tuple labels', async () => {
      const text = `
        import { value, key, first, x } from 'x';
        export interface Subject {
          (value: string): void;
          new (value: string): Subject;
          check(value: unknown): value is string;
          must: (value: unknown) => asserts value;
          pair: [first: string, x?: number];
          [key: string]: unknown;
        }
      `;
      assert.deepEqual(await ts(text, 'Subject'), []);
    });

    it('lets parameter properties and their decorators see the module', async () => {
      const text = `
        import { Inject, Token, Service, service } from 'x';
        export class Subject { constructor(@Inject(Token) private readonly service: Service) { service.run(); } }
      `;
      assert.deepEqual(await ts(text, 'Subject'), ['Inject', 'Service', 'Token']);
    });
  });

  it('code that the grammar cannot parse is repaired in place', async () => {
    const text = `
      import type { A, B } from 'x';
      export type * from './types';
      export interface Subject<in out T, /* why */ out U> {
        <V>(value: V): A
        // The other one.
        <V>(value: V, other: T): U
        in: string
      }
      export interface Other { in: B }
    `;
    assert.deepEqual(await ts(text, 'Subject'), ['A']);
    assert.deepEqual(await ts(text, 'Other'), ['B']);
  });

  describe('definitions', () => {
    it('of overloads stay together', async () => {
      const text = `import { A } from 'a';

export const unrelated = ['some', 'words', 'that', 'fill', 'a', 'chunk', 'with', 'tokens', 'of', 'their', 'own'];

/** Reads it. */
export function read(path: string): string;
export function read(path: URL): string;
export function read(path: string | URL): string {
  return new A(path).text;
}
`;
      const chunk = chunkWith(await searchedChunks('a.ts', text), 'Reads it');
      assert.match(chunk.text, /path: URL\).*return new A/s);
      assert.equal(chunk.name, 'read');
      assert.deepEqual(importsOf(chunk), [`import { A } from 'a';`]);
    });

    it('have the right kinds', async () => {
      const text = `
export abstract class Shape<T> {
  static count = 0;
  handler = () => this.area();
  constructor(readonly name: string) {}
  abstract area(): number;
  get size(): number { return 1; }
}
export interface Point { x: number; move(by: number): void }
export type Pair = [Point, Point];
export enum Mode { On, Off }
export declare function ambient(x: number): string;
export namespace Util { export const limit = 3; }
export const arrow = async (x: number) => x;
export const table = { a: 1 }, second = 2;
export let counter = 0;
declare module 'other' { interface Extra { y: number } }
export default class { run() {} }
`;
      const { symbols } = (await searchedChunks('a.ts', text, 2000))[0] ?? { symbols: [] };
      assert.deepEqual(
        symbols.map(({ kind, name }) => `${kind} ${name}`),
        [
          ...['class Shape', 'field count', 'method handler', 'constructor constructor', 'method area', 'method size'],
          ...['interface Point', 'property x', 'method move', 'type Pair', 'enum Mode', 'function ambient'],
          ...['namespace Util', 'constant limit', 'function arrow', 'constant table', 'constant second'],
          ...['variable counter', `namespace 'other'`, 'interface Extra', 'property y', 'class default', 'method run'],
        ],
      );
    });

    it('of a namespace are visible inside it', async () => {
      const text = `
        const limit = 1;
        namespace Util { const limit = 3; export function cap() { return limit; } }
        export const subject = Util.cap() + limit;
      `;
      assert.deepEqual(await ts(text, 'subject'), ['Util', 'limit']);
      assert.deepEqual(await ts(text, 'cap'), ['limit']);
      assert.deepEqual(await ts(text, 'Util'), []);
    });

    it('keep their docs, decorators and export', async () => {
      const text = `import { Component, Input } from 'lib';

export const routes = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];

/** Shows a user. */
@Component({ selector: 'user' })
export class UserView {
  /** Who. */
  @Input() user = 'nobody';

  /** Called when the view is shown for the first time and its inputs are set. */
  @Input()
  start(): void {
    console.log(this.user, 'starts to be shown in the view that this class makes of it');
  }
}
`;
      const chunks = await searchedChunks('a.ts', text, 70);
      assert.match(chunkWith(chunks, 'export class UserView').text, /^\s*\/\*\* Shows a user\. \*\/\n@Component/);
      assert.match(chunkWith(chunks, 'start(): void').text, /\/\*\* Called when.*@Input\(\)\n\s+start/s);
      assert.ok(importsOf(chunkWith(chunks, 'start(): void')).some((statement) => statement.includes('Input')));
    });

    it('carry what they use as whole definitions when short, as signatures when long', async () => {
      const text = `const limit = 3;

export function clamp(value: number): number {
  const words = ['this', 'function', 'is', 'long', 'enough', 'that', 'only', 'its', 'signature', 'is', 'shown'];
  const more = ['and', 'some', 'more', 'words', 'to', 'be', 'sure'];
  return Math.min(value, words.length, more.length);
}

export function subject(value: number): number {
  return clamp(value) + limit;
}
`;
      const chunk = chunkWith(await searchedChunks('a.ts', text, 100), 'function subject');
      assert.deepEqual(globalsOf(chunk), ['clamp', 'limit']);
      assert.match(chunk.context, /const limit = 3;/);
      assert.match(chunk.context, /function clamp\(value: number\): number \{ \/\* … \*\/ \}/);
    });
  });
});

describe('TSX', () => {
  it('elements use their components', async () => {
    const text = `
      import { Card, Menu, Icon, type Props, title, items } from './ui';
      export function Subject({ title }: Props) {
        return <Card title={title} items={items}><Menu.Item icon={<Icon />}>Card Icon</Menu.Item></Card>;
      }
    `;
    assert.deepEqual(await tsx(text, 'Subject'), ['Card', 'Icon', 'Menu', 'Props', 'items']);
  });

  it('built-in elements are not uses', async () => {
    const text = `
      import { label, title } from './ui';
      export const Subject = () => <label><title />{title}</label>;
    `;
    assert.deepEqual(await tsx(text, 'Subject'), ['title']);
  });

  it('attribute names are not uses', async () => {
    const text = `
      import { onClick, label } from './ui';
      export const Subject = () => <button onClick={() => 1} aria-label="label">label</button>;
    `;
    assert.deepEqual(await tsx(text, 'Subject'), []);
  });

  it('generic arrow functions bind their type parameters', async () => {
    const text = `
      import type { T, Item } from './types';
      export const Subject = <T extends Item,>(value: T) => <>{String(value)}</>;
    `;
    assert.deepEqual(await tsx(text, 'Subject'), ['Item']);
  });

  it('default exports are called default', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('a.tsx', 'export default () => <p>hello</p>;\n')), [
      'function default',
    ]);
  });
});
