/** The parse worker in a browser makes the same chunks as the one on the desktop. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkFile } from '../../src/engine/workers/chunk-file';
import type { ChunkRequest } from '../../src/engine/workers/worker-protocol';
import { productFile } from '../../src/shared/product';
import { openWebPage, type WebPage } from './web-page';

const samples = readdirSync(productFile('grammars', 'samples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();

describe('the parse worker in a browser', () => {
  let web: WebPage;
  before(async () => {
    web = await openWebPage();
  });
  after(() => web[Symbol.asyncDispose]());

  async function same(request: ChunkRequest): Promise<void> {
    const desktop = await chunkFile(request, () => assert.fail('WebAssembly failed'));
    const answer = (await web.ask('parse-worker', 'chunk', request)) as { reply: unknown; broken: boolean };
    assert.equal(answer.broken, false);
    assert.deepEqual(answer.reply, JSON.parse(JSON.stringify(desktop)));
  }

  for (const file of samples) {
    const path = file.slice(productFile('grammars', 'samples').length + 1);
    it(`chunks ${path} as on the desktop`, () => same({ path, text: readFileSync(file, 'utf8') }));
  }
});
