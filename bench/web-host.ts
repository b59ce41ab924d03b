/**
 * The extension in VS Code for the web: activation, chunks while typing, and indexing and searching a virtual workspace.
 *
 *     npm run bench:web-host -- [--dir FOLDER] [--files 2000] [--pattern '*.py']
 *
 * FOLDER is a git repository (left out: this one). Copies of its first files are mounted as a virtual folder, which VS Code reads over
 * HTTP. Writes bench/results/web-host.md. Linux only: memory is read from /proc.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../scripts/vscode/browser';
import { runInWebHost } from '../scripts/vscode/web-host';
import { freePort } from '../scripts/vscode/web-server';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';

function copyFiles(dir: string, pattern: string, most: number, target: string): number {
  const listed = execFileSync('git', ['ls-files', '-z', '--', pattern], { cwd: dir, encoding: 'utf8' });
  const files = listed.split('\0').filter(Boolean).slice(0, most);
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(dir, file), join(target, file));
  }
  return files.length;
}

/** Resident bytes of the largest process that runs pages: VS Code, its extension host and the workers of the extension. */
async function pageMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytes(id));
  await session.detach();
  return Math.max(0, ...sizes);
}

function residentBytes(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: productFile() },
      files: { type: 'string', default: '2000' },
      pattern: { type: 'string', default: '*' },
    },
  });
  const dir = resolve(values.dir);
  const home = mkdtempSync(join(tmpdir(), 'codegrain-web-bench-'));
  const folder = join(home, 'folder');
  const copied = copyFiles(dir, values.pattern, Number(values.files), folder);
  const measures = new Map<string, number>();
  const browser = await launchBrowser();
  let memory = 0;
  const watch = setInterval(() => {
    void pageMemory(browser).then((bytes) => {
      memory = Math.max(memory, bytes);
    });
  }, 1000);
  try {
    const context = await browser.newContext();
    const port = await freePort();
    for (const visit of ['first visit', 'second visit']) {
      memory = 0;
      const code = await runInWebHost({
        suite: 'bench/web-host',
        folder: { folderPath: folder },
        extensionPaths: [],
        context,
        port,
        grep: '',
        limitMinutes: 9,
        onReport(line) {
          const found = /^measure (.*)$/.exec(line.trim());
          if (!found?.[1]) return console.log(line);
          const [name, value]: [string, number] = JSON.parse(found[1]);
          if (!measures.has(name)) measures.set(name, value);
        },
      });
      if (code !== 0) throw new Error(`the ${visit} failed`);
      measures.set(`${visit}: memory of the page, peak`, memory);
    }
  } finally {
    clearInterval(watch);
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
  const report = `# The extension in VS Code for the web

Made by \`npm run bench:web-host\`: ${describeRun()} Load ${(loadavg()[0] ?? 0).toFixed(1)}.

${basename(dir)}, ${copied} files (\`${values.pattern}\`), mounted as a virtual folder that VS Code reads over HTTP; everything runs in one browser.
Times are wall time on a machine that does other work. Chunks after an edit come on top of the typing pause of 200 ms. The memory is that
of the whole page: VS Code, its extension host, and the workers of the extension.

| measure | to reach | value |
| --- | --- | ---: |
${[...measures].map(([name, value]) => `| ${name} | ${name.startsWith('chunks after') ? '≤ 300 ms' : ''} | ${shown(name, value)} |`).join('\n')}
`;
  writeFileSync(productFile('bench', 'results', 'web-host.md'), report);
  console.log(report);
}

function shown(name: string, value: number): string {
  if (/^(files|chunks)$|files indexed/.test(name)) return String(value);
  if (/memory|^source$|^index$/.test(name)) return `${(value / 1e6).toFixed(1)} MB`;
  return value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
