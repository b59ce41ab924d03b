/**
 * `npm run test:host [-- --grep TEXT]`: runs the host suites (mocha inside the extension host, test/host) in a real VS Code:
 * the desktop where there is one, else the server with a page open on it. The same bundled suite runs in both.
 */
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format, parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { launchBrowser } from './vscode/browser';
import { findDesktop } from './vscode/desktop';
import { startServer } from './vscode/server';
import { quietSettings } from './vscode/settings';

const LIMIT = 10 * 60_000;
const extension = resolve('.');
const suite = resolve('dist/test/host/index.js');

async function main(): Promise<number> {
  const { grep } = parseArgs({ options: { grep: { type: 'string', default: '' } } }).values;
  await bundleSuites();
  mkdirSync('artifacts', { recursive: true });
  const home = mkdtempSync(join(tmpdir(), 'codegrain-host-'));
  const workspace = join(home, 'workspace');
  cpSync('test/fixtures/workspace', workspace, { recursive: true });
  const report = join(home, 'report.txt');
  const stopFollowing = follow(report);
  const env = { CODEGRAIN_TEST_GREP: grep, CODEGRAIN_TEST_REPORT: report };
  try {
    const desktop = await findDesktop();
    return await (desktop === undefined
      ? runInServer(home, workspace, env)
      : runInDesktop(desktop, home, workspace, env));
  } finally {
    stopFollowing();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Prints what is added to a file, until told to stop. */
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

async function bundleSuites(): Promise<void> {
  const entryPoints = readdirSync('test/host').map((name) => `test/host/${name}`);
  const external = ['vscode', 'mocha'];
  rmSync('dist/test/host', { recursive: true, force: true });
  await build({ entryPoints, outdir: 'dist/test/host', bundle: true, platform: 'node', external });
}

async function runInDesktop(
  program: string,
  home: string,
  workspace: string,
  env: Record<string, string>,
): Promise<number> {
  const user = join(home, 'user-data', 'User');
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'settings.json'), JSON.stringify(quietSettings));
  return runTests({
    vscodeExecutablePath: program,
    extensionDevelopmentPath: extension,
    extensionTestsPath: suite,
    extensionTestsEnv: env,
    launchArgs: [workspace, '--user-data-dir', join(home, 'user-data'), '--extensions-dir', join(home, 'extensions')],
  });
}

async function runInServer(home: string, workspace: string, env: Record<string, string>): Promise<number> {
  const server = await startServer({ home, settings: quietSettings, runsTests: true, env });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const log = createWriteStream('artifacts/host.log');
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      log.write(`${type} ${format(...args)}\n`),
    );
    const exit = new Promise<number>((done, fail) => {
      setTimeout(() => fail(new Error(`The host suites did not end within ${LIMIT / 60_000} minutes`)), LIMIT).unref();
      page.exposeFunction('codeAutomationExit', done).catch(fail);
      page.once('crash', () => fail(new Error('The page with VS Code crashed')));
    });
    const remote = (path: string): string => `vscode-remote://${new URL(server.url).host}${path}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(suite)],
    ]);
    const query = new URLSearchParams({ folder: workspace, payload });
    await page.goto(`${server.url}/?${query}`);
    const code = await exit;
    if (code !== 0) console.error('The messages of VS Code itself are in artifacts/host.log');
    return code;
  } finally {
    await browser.close();
    await server.processes.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
