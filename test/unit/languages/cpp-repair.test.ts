import assert from 'node:assert/strict';
import { chunkText } from '../../../src/engine/workers/chunker';
import { repairCpp } from '../../../src/languages/definitions/c-family/cpp';

describe('the macro of a library before the name of a class', () => {
  it('is taken for white space, so that the class has its name and its methods', async () => {
    const text = 'class APP_EXPORT DB : public Base {\n public:\n  virtual ~DB();\n  void Put(int x);\n};\n';
    const { chunks } = await chunkText({ path: 'db.h', text }, { maxTokens: 20 });
    assert.deepEqual(
      chunks.map(({ role, kind, name }) => `${role} ${kind} ${name}`),
      ['parent class DB', 'child class DB', 'child method Put'],
    );
  });

  for (const text of ['struct stat st;', 'class Foo : Bar {}', 'struct A B;', 'enum COLOR_KIND color;'])
    it(`is not seen in ${text}`, () => assert.equal(repairCpp(text), text));
});
