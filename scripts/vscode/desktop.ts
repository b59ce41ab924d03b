/** Finds desktop VS Code: the one in CODEGRAIN_VSCODE, the installed one, or a downloaded one if there is a display. */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { errorMessage } from '../../src/shared/error-message';
import { cacheFolder } from './cache';

const DOWNLOAD_TIMEOUT = 10_000;

/** The path of the program itself, not of its `code` script, which would return before the window is closed. */
export async function findDesktop(): Promise<string | undefined> {
  const { CODEGRAIN_VSCODE, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (CODEGRAIN_VSCODE) return CODEGRAIN_VSCODE;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return undefined;
  return installed() ?? (await downloaded());
}

function installed(): string | undefined {
  const script = process.platform === 'win32' ? 'code.cmd' : 'code';
  const found = (process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, script)));
  if (found === undefined) return undefined;
  const bin = dirname(realpathSync(join(found, script)));
  const programs = ['../code', '../Code.exe', '../../../MacOS/Electron', '../../../MacOS/Code'];
  return programs.map((program) => join(bin, program)).find((program) => existsSync(program));
}

async function downloaded(): Promise<string | undefined> {
  try {
    const cachePath = join(cacheFolder(), 'vscode-desktop');
    return await downloadAndUnzipVSCode({ cachePath, timeout: DOWNLOAD_TIMEOUT, reporter: new SilentReporter() });
  } catch (error) {
    console.log(`Desktop VS Code cannot be downloaded (${errorMessage(error)})`);
    return undefined;
  }
}
