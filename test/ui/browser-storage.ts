/** What VS Code keeps in the storage of the browser. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from './eventually';

/**
 * Waits until a line `KEY=VALUE` of the storage has the pattern. VS Code writes what it and its extensions keep every few seconds, and a
 * browser that reloads does not wait for it.
 */
export async function waitForStored(page: Page, pattern: RegExp): Promise<void> {
  await eventually(async () => assert.match(await page.evaluate<string>(READ_STORAGE), pattern));
}

/** Runs in the page. */
const READ_STORAGE = `(async () => {
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const lines = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const items = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([result(items.getAllKeys()), result(items.getAll())]);
      keys.forEach((key, i) => lines.push(key + '=' + (typeof values[i] === 'string' ? values[i] : JSON.stringify(values[i]))));
    }
    database.close();
  }
  return lines.join('\\n');
})()`;
