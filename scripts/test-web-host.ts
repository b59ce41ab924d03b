/** `npm run test:web-host [-- --grep TEXT]`: runs the suites of test/web-host in VS Code for the web, on folders that are on no disk. */
import { parseArgs } from 'node:util';
import { launchBrowser } from './vscode/browser';
import { runInWebHost } from './vscode/web-host';
import { freePort } from './vscode/web-server';

/** In this order: the second visit finds what the first one left in the browser. */
const visits = [
  { suite: 'test/web-host/project', folder: { folderUri: 'webfiles:/project' } },
  { suite: 'test/web-host/restart', folder: { folderUri: 'webfiles:/project' } },
  { suite: 'test/web-host/large', folder: { folderUri: 'webfiles:/large' } },
];

async function main(): Promise<number> {
  const { grep } = parseArgs({ options: { grep: { type: 'string', default: '' } } }).values;
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    const port = await freePort();
    let worst = 0;
    for (const visit of visits) {
      const extensionPaths = ['test/fixtures/web-files'];
      const run = { ...visit, extensionPaths, context, port, grep, limitMinutes: 10 };
      worst = Math.max(worst, await runInWebHost(run));
    }
    return worst;
  } finally {
    await browser.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
