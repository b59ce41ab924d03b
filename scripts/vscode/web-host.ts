/**
 * Runs suites in the extension host of VS Code for the web, which is a web worker: mocha runs in it beside the extension. All runs
 * with one browser context and port share what VS Code stores in the browser, as one user's visits do.
 */
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { format } from 'node:util';
import { build } from 'esbuild';
import type { BrowserContext } from 'playwright-core';
import { startWebServer } from './web-server';

export interface WebHostRun {
  /** A folder with `*.test.ts` files. */
  readonly suite: string;
  /** The address of the folder that VS Code opens, or a folder on disk that is mounted as a virtual one. */
  readonly folder: { readonly folderUri: string } | { readonly folderPath: string };
  readonly extensionPaths: readonly string[];
  readonly context: BrowserContext;
  readonly port: number;
  readonly grep: string;
  readonly limitMinutes: number;
  /** Gets each line that the suite prints, instead of the console. */
  readonly onReport?: (line: string) => void;
}

/** What a suite prints begins with this, because VS Code prints its own messages too. */
const reportMark = '[suite] ';

/** Returns the exit status. Prints the reports of the suite as they arrive. */
export async function runInWebHost(run: WebHostRun): Promise<number> {
  const extensionTestsPath = await bundle(run);
  const { folder, extensionPaths, port, context, limitMinutes, onReport = console.log } = run;
  const name = basename(run.suite);
  const server = await startWebServer({ folder, extensionPaths, extensionTestsPath, port });
  const page = await context.newPage();
  try {
    mkdirSync('artifacts', { recursive: true });
    const log = createWriteStream(`artifacts/web-host-${name}.log`);
    page.on('console', (message) => log.write(`page ${message.type()} ${message.text()}\n`));
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const text = format(...args);
      const start = text.indexOf(reportMark);
      if (start >= 0) onReport(text.slice(start + reportMark.length));
      else log.write(`${type} ${text}\n`);
    });
    const exit = new Promise<number>((done, fail) => {
      const tooLong = (): void => fail(new Error(`The suite did not finish within ${limitMinutes} minutes`));
      setTimeout(tooLong, limitMinutes * 60_000).unref();
      page.exposeFunction('codeAutomationExit', done).catch(fail);
      page.once('crash', () => fail(new Error('The page with VS Code crashed')));
    });
    // The limit above is for the whole run, with the time that VS Code takes to open.
    await page.goto(server.url, { waitUntil: 'commit', timeout: 0 });
    const code = await exit;
    if (code !== 0) console.error(`The log of VS Code is in artifacts/web-host-${name}.log`);
    return code;
  } finally {
    await page.close();
    server.stop();
  }
}

/** One script with mocha, the suite and its helpers: there is no `require` for files in the worker. */
async function bundle({ suite, grep }: WebHostRun): Promise<string> {
  const root = 'test/web-host';
  const files = readdirSync(suite).filter((name) => name.endsWith('.test.ts'));
  const contents = [
    "import { runSuite } from './run-suite';",
    `export const run = () => runSuite(${JSON.stringify({ grep, reportMark })}, () => {`,
    ...files.map((name) => `  require(${JSON.stringify(resolve(suite, name))});`),
    '});',
  ].join('\n');
  const outfile = resolve('dist', root, `${basename(suite)}.js`);
  await build({
    stdin: { contents, resolveDir: resolve(root), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    external: ['vscode'],
    alias: { 'node:assert/strict': resolve(root, 'assertions.ts') },
  });
  return outfile;
}
