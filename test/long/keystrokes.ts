/**
 * Measures the time from a keystroke in the search view to its results, inside the page, so that the test driver adds nothing.
 */
import type { Page } from 'playwright-core';
import type { SearchPage } from '../ui/search-page';

/** Runs in the page: records the time of each input, and of the frame after its answer was shown. */
const WATCH = `(() => {
  const typed = new Map();
  globalThis.keystrokeTimes = [];
  const box = document.querySelector('#query');
  box.addEventListener('input', () => typed.set(box.value, performance.now()), true);
  const found = document.querySelector('.found');
  new MutationObserver(() => {
    const since = typed.get(found.dataset.query);
    if (since === undefined) return;
    typed.delete(found.dataset.query);
    requestAnimationFrame(() => globalThis.keystrokeTimes.push(performance.now() - since));
  }).observe(found, { attributes: true, attributeFilter: ['data-query'] });
})()`;

/** Milliseconds for each keystroke whose answer is drawn: those that complete a word. */
export async function typeQueries(page: Page, search: SearchPage, queries: readonly string[]): Promise<number[]> {
  await search.frame.evaluate(WATCH);
  for (const query of queries) {
    await search.box.fill('');
    await search.box.click();
    for (const key of query) {
      await page.keyboard.type(key);
      // So slow that each keystroke is answered, and faster than the pause after which incomplete words are drawn.
      await page.waitForTimeout(300);
    }
  }
  return search.frame.evaluate('globalThis.keystrokeTimes');
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
