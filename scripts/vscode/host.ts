/**
 * Runs suites inside the extension host of a real VS Code, with the extension in the source folder: in desktop VS Code if there is one,
 * otherwise in the VS Code server with a page open on it. Both run the same bundled suite.
 */
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser';
import { findDesktop } from './desktop';
import { startServer } from './server';
import { quietSettings } from './settings';

export interface HostRun {
  /** The folder with the suites; VS Code runs its `index.ts`. */
  readonly suites: string;
  /** The folder, or the `.code-workspace` file, that VS Code opens. */
  readonly workspace: string;
  /** Everything VS Code writes goes here. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly limitMinutes: number;
}

const extension = resolve('.');

/** Returns the exit status. Prints the reports of the suites as they arrive. */
export async function runInHost(run: HostRun): Promise<number> {
  await bundle(run.suites);
  mkdirSync('artifacts', { recursive: true });
  const report = join(run.home, 'report.txt');
  const stopFollowing = follow(report);
  const reporting = { ...run, env: { ...run.env, CODEGRAIN_TEST_REPORT: report } };
  try {
    const desktop = await findDesktop();
    return await (desktop === undefined ? runInServer(reporting) : runInDesktop(desktop, reporting));
  } finally {
    stopFollowing();
  }
}

function bundled(suites: string): string {
  return resolve('dist', suites);
}

async function bundle(suites: string): Promise<void> {
  const entryPoints = readdirSync(suites).map((name) => `${suites}/${name}`);
  const outdir = bundled(suites);
  rmSync(outdir, { recursive: true, force: true });
  // PGlite looks for its files next to itself.
  const external = ['vscode', 'mocha', '@electric-sql/*'];
  await build({ entryPoints, outdir, bundle: true, platform: 'node', external });
}

/** Prints the text that is added to a file, until the returned function is called. */
function follow(file: string): () => void {
  writeFileSync(file, '');
  let shown = 0;
  const show = (): void => {
    const text = readFileSync(file, 'utf8');
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const timer = setInterval(show, 500);
  return () => {
    clearInterval(timer);
    show();
  };
}

async function runInDesktop(program: string, { suites, workspace, home, env, settings }: HostRun): Promise<number> {
  const user = join(home, 'user-data', 'User');
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }));
  return runTests({
    vscodeExecutablePath: program,
    extensionDevelopmentPath: extension,
    extensionTestsPath: join(bundled(suites), 'index.js'),
    extensionTestsEnv: env,
    launchArgs: [workspace, '--user-data-dir', join(home, 'user-data'), '--extensions-dir', join(home, 'extensions')],
  });
}

async function runInServer(run: HostRun): Promise<number> {
  const { home, env, workspace, limitMinutes } = run;
  const settings = { ...quietSettings, ...run.settings };
  const server = await startServer({ home, settings, runsTests: true, env });
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser();
    const page = await browser.newPage();
    const log = createWriteStream('artifacts/host.log');
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      log.write(`${type} ${format(...args)}\n`),
    );
    const exit = new Promise<number>((done, fail) => {
      const tooLong = (): void => fail(new Error(`The suites did not finish within ${limitMinutes} minutes`));
      setTimeout(tooLong, limitMinutes * 60_000).unref();
      page.exposeFunction('codeAutomationExit', done).catch(fail);
      page.once('crash', () => fail(new Error('The page with VS Code crashed')));
    });
    const remote = (path: string): string => `vscode-remote://${new URL(server.url).host}${path}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(join(bundled(run.suites), 'index.js'))],
    ]);
    const opened = workspace.endsWith('.code-workspace') ? { workspace } : { folder: workspace };
    const url = `${server.url}/?${new URLSearchParams({ ...opened, payload })}`;
    // The limit above is for the whole run, with the time that VS Code takes to open.
    await page.goto(url, { waitUntil: 'commit', timeout: 0 });
    const code = await exit;
    if (code !== 0) console.error('The log of VS Code is in artifacts/host.log');
    return code;
  } finally {
    await browser?.close();
    await server.processes.stop();
  }
}
