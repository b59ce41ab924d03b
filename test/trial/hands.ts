/**
 * What a person does, counted: a key or a chord, a text typed or pasted in one go, a click. Looking, pointing and waiting cost nothing.
 * The keyboard cannot click, and the mouse has keys only for text, so a task cannot mix them by mistake.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../ui/eventually';

/** A person's pause between two keys of a text, in milliseconds. */
const typingMs = 15;
/** VS Code ignores a click in a menu that has only just opened. */
const menuMs = 500;
/** Keys until a button or an entry is reached; more is a loop. */
export const maxMoves = 40;

abstract class Hand {
  /** One entry per step, in words. */
  readonly steps: string[] = [];

  constructor(protected readonly page: Page) {}

  /** Opens the search view, with the cursor in its box. */
  abstract goToSearch(): Promise<void>;

  async type(text: string): Promise<void> {
    this.steps.push('type');
    await this.page.keyboard.type(text, { delay: typingMs });
  }

  async paste(): Promise<void> {
    this.steps.push('paste');
    await this.page.keyboard.press('Control+V');
  }
}

export class Keyboard extends Hand {
  /** Each argument is one step: a key, or the keys of a chord with a space between them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const chord of keys) {
      this.steps.push(shownChord(chord));
      for (const key of chord.split(' ')) await this.page.keyboard.press(key);
    }
  }

  goToSearch(): Promise<void> {
    return this.press('Control+K Control+G');
  }

  /** An entry of the menu of what has the focus. */
  async choose(entry: string): Promise<void> {
    await this.press('Shift+F10');
    await this.page.locator('.monaco-menu').waitFor();
    const focused = this.page.locator('.monaco-menu .action-item.focused');
    for (let i = 0; i < maxMoves; i++) {
      const label = (await focused.count()) > 0 ? await focused.locator('.action-label').first().textContent() : '';
      if (label === entry) return this.press('Enter');
      await this.press('ArrowDown');
    }
    throw new Error(`The menu has no ${entry}`);
  }

  /** Runs a command by words of its title. */
  async runCommand(words: string): Promise<void> {
    await this.press('F1');
    await this.page.locator('.quick-input-widget input').first().waitFor();
    await this.type(words);
    const first = this.page.locator('.quick-input-list .monaco-list-row.focused .label-name', { hasText: words });
    await first.first().waitFor();
    await this.press('Enter');
  }
}

export class Mouse extends Hand {
  async click(target: Locator, what: string, modifier?: 'Control' | 'Shift'): Promise<void> {
    this.steps.push(modifier ? `${shownChord(modifier)}+click ${what}` : `click ${what}`);
    await target.click(modifier ? { modifiers: [modifier] } : {});
  }

  /** Two clicks. */
  async doubleClick(target: Locator, what: string): Promise<void> {
    this.steps.push(`double click ${what}`, '(its second click)');
    await target.dblclick();
  }

  /** Two clicks: the menu of the target, and an entry of it. */
  async choose(target: Locator, what: string, entry: string): Promise<void> {
    this.steps.push(`right click ${what}`, entry);
    await target.click({ button: 'right' });
    const menu = this.page.locator('.monaco-menu');
    const label = menu.getByText(entry, { exact: true });
    await label.waitFor();
    await this.page.waitForTimeout(menuMs);
    await eventually(async () => {
      if (await label.isVisible()) await label.click();
      assert.equal(await menu.count(), 0);
    });
  }

  /** Two clicks: a list that opens, and an entry of it. */
  async pick(list: Locator, what: string, value: string): Promise<void> {
    this.steps.push(`click ${what}`, value);
    await list.selectOption(value);
  }

  /** Ends a text: VS Code's input boxes have no button. */
  async enter(): Promise<void> {
    this.steps.push('Enter');
    await this.page.keyboard.press('Enter');
  }

  goToSearch(): Promise<void> {
    return this.click(this.page.locator('.activitybar .action-item a[aria-label^="Codegrain"]'), 'icon');
  }
}

function shownChord(chord: string): string {
  return chord.replaceAll('Control', 'Ctrl').replaceAll('Arrow', '');
}
