/** Reads what is on the screen of a workbench. */
import type { Frame, Page } from 'playwright-core';
import { eventually } from './eventually';

/** A line of the active editor as it is drawn. */
export interface VisibleLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** Texts that decorations add before, after or above the line; they are not in the document, and `waitForText` does not find them. */
  readonly labels: readonly string[];
}

/** The lines on the screen, from top to bottom, without folded lines and lines outside the viewport. */
export async function visibleLines(page: Page): Promise<VisibleLine[]> {
  return page.evaluate(READ_LINES);
}

/** Runs in the page. A line, its number and its decorations are in different layers and are matched by position. */
const READ_LINES = `(() => {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor');
  const top = (element) => Math.round(element.getBoundingClientRect().top);
  const numbers = new Map();
  for (const element of editor.querySelectorAll('.margin .line-numbers')) numbers.set(top(element), Number(element.textContent));
  const drawn = (element, place) => {
    const { content } = getComputedStyle(element, place);
    return content.startsWith('"') && content !== '""' ? [JSON.parse(content)] : [];
  };
  const labels = (line) => [...line.querySelectorAll('*')].flatMap((each) => [...drawn(each, '::before'), ...drawn(each, '::after')]);
  return [...editor.querySelectorAll('.view-line')]
    .map((line) => ({ number: numbers.get(top(line)), text: line.textContent.replaceAll('\\u00a0', ' '), labels: labels(line) }))
    .filter((line) => line.number !== undefined)
    .sort((a, b) => a.number - b.number);
})()`;

/** How many lines on the screen have a background that an extension gave them. */
export async function highlightedLines(page: Page): Promise<number> {
  return page.locator('.editor-group-container.active .view-overlays .cdr[class*="ced-"]').count();
}

/** The frame of a webview, found by a text in it. */
export async function findWebview(page: Page, text: string, milliseconds?: number): Promise<Frame> {
  return eventually(async () => {
    for (const frame of page.frames().slice(1)) if (await frame.getByText(text).first().isVisible()) return frame;
    throw new Error(`No webview shows "${text}"`);
  }, milliseconds);
}
