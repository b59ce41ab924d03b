/**
 * VS Code as a person uses it: the server with the packaged extension installed, in a browser driven by Playwright. A suite opens
 * one workbench, in `before`, and closes it in `after`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode/browser';
import { type Server, startServer } from '../../scripts/vscode/server';
import { quietSettings } from '../../scripts/vscode/settings';
import { vsixPath } from '../../scripts/vscode/vsix';

export const THEMES = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

/** What is typed arrives as typed; suggestions do not cover what is looked at. */
const typingSettings = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoIndent': 'none',
  'editor.minimap.enabled': false,
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'window.commandCenter': false,
};
const WAIT = 20_000;

/** Opens a copy of the folder, which the suite may change. */
export async function openWorkbench(
  folder = 'test/fixtures/workspace',
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Workbench> {
  const home = mkdtempSync(join(tmpdir(), 'codegrain-ui-'));
  const workspace = join(home, basename(folder));
  cpSync(folder, workspace, { recursive: true });
  const all = { ...quietSettings, ...typingSettings, ...settings };
  const server = await startServer({ home, settings: all, vsix: vsixPath() });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(WAIT);
  // The compiler that loads the tests wraps functions in this helper, also those that are sent to the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.goto(`${server.url}/?${new URLSearchParams({ folder: workspace })}`);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  return new Workbench(page, workspace, home, browser, server);
}

export class Workbench {
  constructor(
    readonly page: Page,
    readonly folder: string,
    private readonly home: string,
    private readonly browser: Browser,
    private readonly server: Server,
  ) {}

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.processes.stop();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens the palette on a text and returns the commands it offers. */
  async searchPalette(text: string): Promise<string[]> {
    await this.page.keyboard.press('F1');
    await this.quickInput(`>${text}`);
    const rows = this.page.locator('.quick-input-list .monaco-list-row .label-name');
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  async closePalette(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Runs a command by the full title the palette shows, such as "Codegrain: Chunk Current File". */
  async runCommand(title: string): Promise<void> {
    await this.searchPalette(title);
    await this.page.locator('.quick-input-list .monaco-list-row').getByText(title, { exact: true }).first().click();
  }

  /** Opens a file of the folder and waits for its text. */
  async openFile(path: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.quickInput(join(this.folder, path));
    await this.page
      .locator('.quick-input-list .monaco-list-row', { hasText: basename(path) })
      .first()
      .waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: basename(path) }).waitFor();
    await this.page.locator('.editor-group-container.active .view-line').first().waitFor();
  }

  /** Puts the cursor at the beginning of a line (1-based) of the active editor. */
  async goTo(line: number): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.quickInput(`:${line}:1`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Types at the beginning of a line (1-based) of the active editor. */
  async typeAt(line: number, text: string): Promise<void> {
    await this.goTo(line);
    await this.page.keyboard.type(text);
  }

  /** Changes user settings; `undefined` takes one away. */
  changeSettings(changes: Readonly<Record<string, unknown>>): void {
    const { settingsFile } = this.server;
    const settings = { ...JSON.parse(readFileSync(settingsFile, 'utf8')), ...changes };
    writeFileSync(settingsFile, JSON.stringify(settings, null, 2));
  }

  async setTheme(theme: keyof typeof THEMES): Promise<void> {
    const root = { dark: 'vs-dark', light: 'vs', highContrast: 'hc-black', highContrastLight: 'hc-light' }[theme];
    this.changeSettings({ 'workbench.colorTheme': THEMES[theme] });
    await this.page.locator(`.monaco-workbench.${root}`).waitFor();
  }

  /** Text as it is on the screen, wherever; what decorations add to lines is in `visibleLines`. */
  async waitForText(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** The frame of a webview, found by a text in it. */
  async webview(text: string): Promise<Frame> {
    return eventually(async () => {
      for (const frame of this.page.frames().slice(1))
        if (await frame.getByText(text).first().isVisible()) return frame;
      throw new Error(`No webview shows "${text}"`);
    });
  }

  notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** Ids of the running processes of VS Code and its extensions whose command line contains the text. */
  processes(text: string): number[] {
    return this.server.processes.find(text);
  }

  /** Kept as `artifacts/screenshots/NAME.png`. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: `artifacts/screenshots/${name}.png` });
  }

  private async quickInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(text);
  }
}

/** Tries until it succeeds, for what the page does not announce; the last failure is thrown. */
export async function eventually<T>(attempt: () => Promise<T> | T, milliseconds = WAIT): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await new Promise((resolve) => setTimeout(resolve, 100)))
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}
