import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const js = (text: string, name: string): Promise<string[]> => usesOf('a.js', text, name);

const padding = `\nvar padding = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];\n`;

describe('JavaScript', () => {
  describe('require', () => {
    async function narrowed(statement: string, ...names: string[]): Promise<string[]> {
      const text = `${statement}\n${padding.repeat(3)}\nfunction subject() {\n  return [${names.join(', ')}];\n}\n`;
      return importsOf(chunkWith(await searchedChunks('a.js', text, 90), 'subject'));
    }

    it('is an import, narrowed to the used names', async () => {
      assert.deepEqual(await narrowed(`const x = require('x');`, 'x'), [`const x = require('x');`]);
      assert.deepEqual(await narrowed(`const { a, b: c } = require('x');`, 'a'), [`const { a } = require('x');`]);
      assert.deepEqual(await narrowed(`const { a, b: c } = require('x');`, 'c'), [`const { b: c } = require('x');`]);
      assert.deepEqual(await narrowed(`var fs = require('fs'),\n  path = require('path')`, 'path'), [
        `var path = require('path');`,
      ]);
    });

    it('is an import even with a member, a call or a helper around it', async () => {
      assert.deepEqual(await narrowed(`const join = require('path').join;`, 'join'), [
        `const join = require('path').join;`,
      ]);
      assert.deepEqual(await narrowed(`const debug = require('debug')('app');`, 'debug'), [
        `const debug = require('debug')('app');`,
      ]);
      assert.deepEqual(await narrowed(`const a_1 = __importDefault(require('a'));`, 'a_1'), [
        `const a_1 = __importDefault(require('a'));`,
      ]);
      assert.deepEqual(await narrowed(`const lazy = await import('lazy');`, 'lazy'), [
        `const lazy = await import('lazy');`,
      ]);
    });

    it('among other declarations is a definition', async () => {
      const text = `var fs = require('fs'), cache = {};\n${padding.repeat(3)}\nfunction subject() {\n  return fs.stat(cache);\n}\n`;
      const chunk = chunkWith(await searchedChunks('a.js', text, 90), 'subject');
      assert.deepEqual(importsOf(chunk), []);
      assert.deepEqual(globalsOf(chunk), ['cache', 'fs']);
    });

    it('for its side effects binds nothing', async () => {
      assert.deepEqual(await js(`require('./setup');\nfunction subject() { return 1; }\n`, 'subject'), []);
    });
  });

  it('ES imports are narrowed', async () => {
    const text = `import a, { default as b, c } from 'x';\n${padding.repeat(3)}\nexport function subject() {\n  return b;\n}\n`;
    assert.deepEqual(importsOf(chunkWith(await searchedChunks('a.mjs', text, 90), 'subject')), [
      `import { default as b } from 'x';`,
    ]);
  });

  it('members assigned to exports, objects and prototypes are definitions, but not module-level names', async () => {
    const text = `
function Shape() {}
Shape.prototype.area = function () { return area; };
exports.area = (x) => x;
module.exports.size = function size() {};
module.exports = { Shape, size: function () {}, grow() {} };
Shape.create = function () { return new Shape(); };
function subject() { return area + size + create; }
`;
    assert.deepEqual(symbolsOf(await searchedChunks('a.js', text, 2000)), [
      ...['function Shape', 'method area', 'method area', 'method size', 'object exports', 'method create'],
      'function subject',
    ]);
    assert.deepEqual(await js(text, 'subject'), []);
  });

  it('a method on a prototype belongs to its class', async () => {
    const text = `function Shape() {}\n${padding.repeat(2)}\n/** Its area. */\nShape.prototype.area = function area() {\n  return this.a * this.b;\n};\n`;
    const chunk = chunkWith(await searchedChunks('a.js', text), 'prototype');
    assert.deepEqual([...chunk.scope, chunk.name], ['Shape', 'area']);
    assert.deepEqual(globalsOf(chunk), ['Shape']);
    assert.match(chunk.text, /Its area/);
  });

  it('a large exported object is cut between its methods', async () => {
    const words = `'some', 'words', 'that', 'fill', 'this', 'method', 'so', 'that', 'it', 'is', 'long'`;
    const text = `const util = require('util');

module.exports = {
  /** First. */
  first(a) {
    return util.format(a, ${words});
  },

  /** Second. */
  second: function (b) {
    return [b, ${words}];
  },
};
`;
    const chunks = await searchedChunks('a.js', text);
    const second = chunkWith(chunks, 'second: function');
    assert.equal(second.name, 'second');
    assert.match(second.text, /\/\*\* Second\. \*\//);
    assert.deepEqual(importsOf(second), []);
    assert.deepEqual(importsOf(chunkWith(chunks, 'first(a)')), [`const util = require('util');`]);
  });

  it('var, functions and classes hide names in their scope', async () => {
    const text = `
      import { a, b, c, d, e, f } from 'x';
      export function subject(a, { b = c }) {
        if (a) { var d = 1; let e = 2; }
        class f {}
        return [a, b, d, e, f];
      }
    `;
    assert.deepEqual(await js(text, 'subject'), ['c', 'e']);
  });

  it('a loop variable is declared only with a keyword', async () => {
    const text = `
      let key, item;
      export function subject(o) { for (key in o) call(key); for (const item of o) call(item); for (var i of o); return i; }
      const i = 1;
    `;
    assert.deepEqual(await js(text, 'subject'), ['key']);
  });

  it('private members, fields, labels and keys are not uses', async () => {
    const text = `
      import { a, b, c, d } from 'x';
      export class Subject { #a = 1; b = 2; static c() { d: while (true) break d; return this.#a; } }
    `;
    assert.deepEqual(await js(text, 'Subject'), []);
  });

  it('JSX elements use their components', async () => {
    const text = `
      import { Card, Icon } from './ui';
      import styles from './styles';
      export const Subject = ({ icon: Icon }) => <Card.Body className={styles.card} {...styles}><Icon /></Card.Body>;
    `;
    assert.deepEqual(await usesOf('a.jsx', text, 'Subject'), ['Card', 'styles']);
  });

  it('names with a dollar sign are whole words', async () => {
    const text = `import $ from 'jquery';\nimport { foo } from 'x';\nexport const subject = () => $('a') + foo$ + $foo;\n`;
    assert.deepEqual(await js(text, 'subject'), ['$']);
  });

  it('default exports are definitions', async () => {
    assert.deepEqual(
      symbolsOf(await searchedChunks('a.js', `export default { name: 'view', data() { return {}; } };\n`)),
      ['object default', 'method data'],
    );
    assert.deepEqual(symbolsOf(await searchedChunks('a.js', `export default function () {}\n`)), ['function default']);
    assert.deepEqual(symbolsOf(await searchedChunks('a.js', `export default defineConfig({ a: 1 });\n`)), [
      'constant default',
    ]);
  });
});
