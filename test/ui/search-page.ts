/** The search view of a window, for the UI tests. */
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from './eventually';
import { findWebview } from './screen';
import type { Workbench } from './workbench';

export class SearchPage {
  private constructor(readonly frame: Frame) {}

  /** @param text a text on the page, by which it is found. */
  static async open(workbench: Pick<Workbench, 'page'>, text: string): Promise<SearchPage> {
    await workbench.page.locator('.activitybar .action-item a[aria-label^="Codegrain"]').click();
    return SearchPage.find(workbench, text);
  }

  /** Finds a view that is already open, for example after a reload. */
  static async find({ page }: Pick<Workbench, 'page'>, text: string, milliseconds?: number): Promise<SearchPage> {
    const frame = await findWebview(page, text, milliseconds);
    await frame.locator('body[data-ready]').waitFor();
    return new SearchPage(frame);
  }

  get box(): Locator {
    return this.frame.locator('#query');
  }

  get hits(): Locator {
    return this.frame.locator('.row.hit');
  }

  get notice(): Locator {
    return this.frame.locator('.notice');
  }

  hit(name: string): Locator {
    return this.hits.filter({ has: this.frame.locator('.name', { hasText: name }) }).first();
  }

  /** Names of the files in the results, in their order, each once. */
  async files(): Promise<string[]> {
    const names = await this.frame.locator('.row.file > .name, .row.hit .in-file').allTextContents();
    return [...new Set(names)];
  }

  /** Puts a query into the box and waits for its results. Another part of the window may take the focus, and the text, in between. */
  async ask(query: string): Promise<void> {
    await eventually(async () => {
      await this.box.fill(query);
      assert.equal(await this.box.inputValue(), query);
    });
    await this.frame.locator(`.found[data-query=${JSON.stringify(query)}]`).waitFor();
  }

  /** Searches, and waits until exactly these files are found; indexing may still be running. */
  async finds(query: string, files: readonly string[], milliseconds?: number): Promise<void> {
    await this.ask(query);
    await this.shows(files, milliseconds);
  }

  /** Waits until the current search shows exactly these files, without a new search. */
  async shows(files: readonly string[], milliseconds?: number): Promise<void> {
    await eventually(async () => assert.deepEqual((await this.files()).sort(), [...files].sort()), milliseconds);
  }
}

/** What the status bar item says when the index is up to date: `12 files indexed`. */
export const indexReady = /\d files? indexed/;

/** A button in the title of the view, which has it while there are results. */
export async function titleButton({ page }: Workbench, label: string): Promise<void> {
  await eventually(async () => {
    const header = page.locator('.sidebar .pane-header', { hasText: 'Search' }).first();
    await header.hover({ timeout: 3_000 });
    await header.locator(`.action-label[aria-label^="${label}"]`).click({ timeout: 3_000 });
  });
}

/** The status bar item of the index. */
export function indexItem({ page }: Workbench, text: string | RegExp): Locator {
  return page.locator('.statusbar-item[id^="codegrain"]', { hasText: text });
}
