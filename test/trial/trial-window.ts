/** What a person sees in the window of a trial. Nothing here is a step. */
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from '../ui/eventually';
import type { Workbench } from '../ui/workbench';

/** A result as its row shows it; lines are 1-based. */
export interface SeenHit {
  readonly path: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Runs in the page of the view. */
const READ_HITS = `(() => {
  const seen = [];
  for (const row of document.querySelectorAll('.row.hit')) {
    const [, place] = row.querySelector('.head').title.split('\\n');
    const [, path, startLine, endLine = startLine] = /^(.*):(\\d+)(?:–(\\d+))?$/.exec(place);
    seen.push({ path, name: row.querySelector('.name').textContent, startLine: +startLine, endLine: +endLine });
  }
  return seen;
})()`;

export class TrialWindow {
  private frame: Frame | undefined;

  constructor(readonly workbench: Workbench) {}

  get page(): Page {
    return this.workbench.page;
  }

  /** The page of the search view: VS Code makes a new one when the view was hidden. */
  async view(): Promise<Frame> {
    return eventually(async () => {
      for (const frame of this.page.frames().slice(1))
        if (await frame.locator('body[data-ready] #query').isVisible()) {
          this.frame = frame;
          return frame;
        }
      throw new Error('The search view is not shown');
    });
  }

  /** The page of the view as it was last seen. */
  get seen(): Frame {
    if (!this.frame) throw new Error('The search view was not shown yet');
    return this.frame;
  }

  get hits(): Locator {
    return this.seen.locator('.row.hit');
  }

  get box(): Locator {
    return this.seen.locator('#query');
  }

  get chips(): Locator {
    return this.seen.locator('.chip');
  }

  /** A button in the title of the view. */
  titleButton(name: string, view = 'Search'): Locator {
    const header = this.page.locator('.sidebar .pane-header', { hasText: new RegExp(`^${view}`, 'i') }).first();
    return header.locator(`.action-label[aria-label^="${name}"]`);
  }

  editorButton(name: string): Locator {
    return this.page.locator(`.editor-group-container.active .action-label[aria-label^="${name}"]`);
  }

  /** A row of the palette or of another list that VS Code opens at the top. */
  choice(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  }

  /** The box has the focus soon. */
  async getsFocus(): Promise<boolean> {
    return this.boxReady(3_000).then(
      () => true,
      () => false,
    );
  }

  async boxReady(milliseconds?: number): Promise<void> {
    await eventually(async () => {
      const view = await this.view();
      assert.equal(await view.evaluate("document.hasFocus() && document.activeElement.id === 'query'"), true);
    }, milliseconds);
  }

  async answered(query: string): Promise<void> {
    await eventually(async () => {
      assert.equal(await this.box.inputValue(), query);
      assert.equal(await this.seen.locator('.found').getAttribute('data-query'), query);
    });
    await this.hits.first().waitFor();
  }

  seenHits(): Promise<SeenHit[]> {
    return this.seen.evaluate(READ_HITS);
  }

  async hit(index: number): Promise<SeenHit> {
    const hit = (await this.seenHits())[index];
    assert.ok(hit, `There is no result ${index + 1}`);
    return hit;
  }

  /** The index of the result that has the focus; -1 if none has. */
  focusedHit(): Promise<number> {
    return this.seen.evaluate("[...document.querySelectorAll('.row.hit')].indexOf(document.activeElement)");
  }

  async hitFocused(index: number): Promise<void> {
    await eventually(async () => assert.equal(await this.focusedHit(), index));
  }

  /** The text of the button or row that has the focus. */
  focusedLabel(): Promise<string> {
    return this.seen.evaluate(
      "document.activeElement.getAttribute('aria-label') || document.activeElement.title || document.activeElement.textContent",
    );
  }

  /** Waits until the active editor shows the file, with the cursor in these lines. */
  async showsPlace(path: string, startLine: number, endLine = startLine): Promise<void> {
    await this.page
      .locator('.tab.active', { hasText: basename(path) })
      .first()
      .waitFor();
    await eventually(async () => {
      const item = this.page.locator('.statusbar-item', { hasText: /^Ln \d+/ });
      const line = Number(/Ln (\d+)/.exec((await item.textContent()) ?? '')?.[1]);
      assert.ok(line >= startLine && line <= endLine, `The cursor is in line ${line} of ${path}`);
    });
  }

  /** The same, opened to stay. */
  async hasOpened({ path, startLine, endLine }: Omit<SeenHit, 'name'>): Promise<void> {
    // The file may be open in another group, too.
    const group = this.page.locator('.editor-group-container.active');
    await group.locator('.tab.active:not(:has(.italic))', { hasText: basename(path) }).waitFor();
    await this.showsPlace(path, startLine, endLine);
  }

  copied(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()');
  }

  async copy(text: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }

  path(name: string): string {
    return join(this.workbench.folder, name);
  }

  /** Where each task begins: one file is open and has the focus, the Explorer is shown, nothing is searched for. */
  reset(file: string): Promise<void> {
    // A view or an editor that gets the focus late closes the palette.
    return eventually(() => this.tidy(file), 60_000);
  }

  /** Also takes back which areas are searched, and filters. */
  private async clearResults(): Promise<void> {
    const clear = this.titleButton('Clear Search Results');
    if ((await clear.count()) === 0) return;
    await this.page.locator('.sidebar .pane-header').first().hover();
    await clear.click();
    // The box gets the focus then; a view that is left before that would come back.
    await this.boxReady();
  }

  private async tidy(file: string): Promise<void> {
    const { keyboard } = this.page;
    for (let i = 0; i < 3; i++) await keyboard.press('Escape');
    await this.clearResults();
    await this.copy('');
    // Before the file is opened: the Chunks view, which follows it, may bring its container back if it is left at the same moment.
    await keyboard.press('Control+Shift+E');
    await this.page.locator('.part.sidebar .title-label', { hasText: 'Explorer' }).waitFor();
    await keyboard.press('Control+K');
    await keyboard.press('Control+W');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
    await this.workbench.openFile(file);
    await keyboard.press('Control+1');
    await this.page.locator('.monaco-editor.focused').waitFor();
  }
}
