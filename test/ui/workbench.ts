/** VS Code as the user sees it: the server with the packaged extension, in a browser driven by Playwright. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode/browser';
import { type Server, startServer } from '../../scripts/vscode/server';
import { quietSettings } from '../../scripts/vscode/settings';
import { packExtension, vsixPath } from '../../scripts/vscode/vsix';
import { eventually } from './eventually';

/** The kinds of theme: the value of the setting, and the file name in the class of the workbench. */
export const THEMES = {
  dark: ['Dark Modern', 'dark_modern'],
  light: ['Light Modern', 'light_modern'],
  highContrast: ['Default High Contrast', 'hc_black'],
  highContrastLight: ['Default High Contrast Light', 'hc_light'],
} as const;

/** Typed text is not changed, nothing covers the editor, and screenshots look alike. */
const testSettings = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoIndent': 'none',
  'editor.minimap.enabled': false,
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'window.commandCenter': false,
  'workbench.colorTheme': THEMES.dark[0],
};
const WAIT = 20_000;
/** A busy machine may take a minute until a window shows its folder. */
const OPEN = 120_000;
/** For a hook that opens a workbench: it ends after the window has failed, not before. */
export const OPEN_HOOK = 2 * OPEN;

/** A test extension, installed beside the product. */
export interface Companion {
  /** The folder with its source. */
  readonly folder: string;
  /** Its id, if it needs proposed API. */
  readonly proposedApi?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens a copy of the folder, which the suite may change. A `.code-workspace` file in it is opened as a multi-root workspace. */
export async function openWorkbench(
  folder = 'test/fixtures/workspace',
  settings: Readonly<Record<string, unknown>> = {},
  machineSettings: Readonly<Record<string, unknown>> = {},
  companion?: Companion,
): Promise<Workbench> {
  const home = mkdtempSync(join(tmpdir(), 'codegrain-ui-'));
  const workspace = join(home, basename(folder));
  cpSync(folder, workspace, { recursive: true });
  const all = { ...quietSettings, ...testSettings, ...settings };
  const vsix = [vsixPath(), ...(companion ? [await packExtension(companion.folder, home)] : [])];
  const { env = {}, proposedApi } = companion ?? {};
  const ids = proposedApi === undefined ? [] : [proposedApi];
  const server = await startServer({ home, settings: all, machineSettings, vsix, proposedApi: ids, env });
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const workspaceFile = readdirSync(workspace).find((name) => name.endsWith('.code-workspace'));
    const target = workspaceFile === undefined ? { folder: workspace } : { workspace: join(workspace, workspaceFile) };
    const url = `${server.url}/?${new URLSearchParams(target)}`;
    return new Workbench(await openWindow(context, url), workspace, home, browser, server);
  } catch (error) {
    // What still runs would keep the process of the tests alive.
    await stopAll(home, server, browser);
    throw error;
  }
}

async function stopAll(home: string, server: Server, browser?: Browser): Promise<void> {
  await browser?.close();
  await server.processes.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

async function openWindow(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  // The compiler that loads the tests wraps functions in this helper, including those that run in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  await showFolder(page, url);
  return page;
}

/** Opens the address of a VS Code and waits for the files of its folder. */
export async function showFolder(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit', timeout: OPEN });
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: OPEN });
}

export class Workbench {
  private readonly settings: Record<string, unknown> = {};

  constructor(
    readonly page: Page,
    readonly folder: string,
    /** Contains everything that VS Code writes, and the folder. */
    readonly home: string,
    private readonly browser: Browser,
    private readonly server: Server,
  ) {}

  close(): Promise<void> {
    return stopAll(this.home, this.server, this.browser);
  }

  /** Opens another window on the same folder. It has its own extension host, and ends with `closeWindow`. */
  async openSecond(): Promise<Workbench> {
    const page = await openWindow(this.page.context(), this.page.url());
    return new Workbench(page, this.folder, this.home, this.browser, this.server);
  }

  /** Closes the window as the user does, so that its processes are notified and end. */
  async closeWindow(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /** Opens the palette on a text and returns the commands it offers. */
  async searchPalette(text: string): Promise<string[]> {
    await this.quickInput('F1', `>${text}`);
    const rows = this.page.locator('.quick-input-list .monaco-list-row .label-name');
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  async closePalette(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Runs a command by its full title in the palette, such as "Codegrain: Chunk Current File". */
  async runCommand(title: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row').getByText(title, { exact: true }).first();
    // An editor or a view that gets the focus late closes the palette: open it again.
    await eventually(async () => {
      await this.searchPalette(title);
      await row.click({ timeout: 3000 });
    });
  }

  /** Opens a file of the folder and waits for its text. */
  async openFile(path: string): Promise<void> {
    await this.quickInput('Control+P', join(this.folder, path));
    // Until the list is filtered, another recent file is its first.
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: basename(path) });
    await row.first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: basename(path) }).waitFor();
    await this.page.locator('.editor-group-container.active .view-line').first().waitFor();
  }

  /** Puts the cursor at the beginning of a line (1-based) of the active editor. */
  async goTo(line: number): Promise<void> {
    await this.quickInput('Control+G', `:${line}:1`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Types at the beginning of a line (1-based) of the active editor. */
  async typeAt(line: number, text: string): Promise<void> {
    await this.goTo(line);
    await this.page.keyboard.type(text);
  }

  /** Changes settings of the folder (the server does not always notice changed user settings); `undefined` removes one. */
  changeSettings(changes: Readonly<Record<string, unknown>>): void {
    Object.assign(this.settings, changes);
    mkdirSync(join(this.folder, '.vscode'), { recursive: true });
    writeFileSync(join(this.folder, '.vscode', 'settings.json'), JSON.stringify(this.settings, null, 2));
  }

  /** The folder's settings on disk. */
  savedSettings(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.folder, '.vscode', 'settings.json'), 'utf8'));
  }

  async setTheme(theme: keyof typeof THEMES): Promise<void> {
    const [name, file] = THEMES[theme];
    this.changeSettings({ 'workbench.colorTheme': name });
    await this.page.locator(`.vscode-theme-defaults-themes-${file}-json`).waitFor();
  }

  /** Waits for a text anywhere on the screen. For text that decorations add, use `visibleLines`. */
  async waitForText(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Ids of the running processes of VS Code and its extensions whose command line contains the text. */
  processes(text: string): number[] {
    return this.server.processes.find(text);
  }

  /** Saved as `artifacts/screenshots/NAME.png`. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: `artifacts/screenshots/${name.replace(/[^\w-]+/g, '-')}.png` });
  }

  private async quickInput(key: string, text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    await this.page.keyboard.press(key);
    await eventually(async () => {
      // A view that gets the focus late closes the quick input: open it again.
      await input.waitFor({ timeout: 2000 }).catch(() => this.page.keyboard.press(key));
      await input.fill(text, { timeout: 2000 });
    });
  }
}
