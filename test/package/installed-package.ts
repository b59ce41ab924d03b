/** The npm package, installed without network into an empty folder whose path has spaces and other letters than English. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { npmPackagePath } from '../../scripts/npm/npm-path';

const run = promisify(execFile);

/** The Node that runs the tests, and those in `CODEGRAIN_NODES`. */
export const nodes = [process.execPath, ...(process.env.CODEGRAIN_NODES ?? '').split(delimiter)].filter(
  (path, index, all) => path !== '' && all.indexOf(path) === index,
);

/** Longer than any of the programs takes on a busy machine. */
const hangMs = 120_000;

/**
 * Node can deadlock while it ends: its main thread waits for a thread of V8 that waits for it (nodejs/node#54918). A program that hangs
 * because of its own code waits for events, not for a lock.
 */
const futex = '202';

/** The number of the system call that the main thread of a process waits in; Linux on x86 alone says it. */
function systemCallOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/syscall`, 'latin1').split(' ')[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

export interface Program {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

export class InstalledPackage {
  private constructor(readonly folder: string) {}

  static async install(): Promise<InstalledPackage> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'a stranger’s földer '));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await npm(folder, 'install', npmPackagePath());
    return new InstalledPackage(folder);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** Runs a program of the user with Node. */
  async node(args: readonly string[], node = process.execPath): Promise<Program> {
    const attempt = async (): Promise<Program | 'deadlock in Node'> => {
      const running = run(node, [...args], { cwd: this.folder, maxBuffer: 1e8 });
      let waitsFor: string | undefined;
      const timer = setTimeout(() => {
        waitsFor = systemCallOf(running.child.pid);
        running.child.kill('SIGKILL');
      }, hangMs);
      try {
        return await outcome(running);
      } catch (error) {
        if (waitsFor === undefined) throw error;
        if (waitsFor === futex) return 'deadlock in Node';
        const { stdout, stderr } = error as Program;
        throw new Error(`still running after ${hangMs / 1000} s, in system call ${waitsFor}: ${stdout}${stderr}`);
      } finally {
        clearTimeout(timer);
      }
    };
    const first = await attempt();
    if (first !== 'deadlock in Node') return first;
    console.error(`Node did not end by itself: its main thread waited for a lock. Running it again: ${args.join(' ')}`);
    const second = await attempt();
    if (second === 'deadlock in Node') throw new Error('the main thread waited for a lock, twice');
    return second;
  }

  /** Runs `npx codegrain`. */
  npx(...args: string[]): Promise<Program> {
    return outcome(runNpm('npx', this.folder, ['--offline', '--no', 'codegrain', ...args]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function npm(cwd: string, command: string, ...args: string[]): Promise<unknown> {
  return runNpm('npm', cwd, [command, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...args]);
}

function runNpm(
  program: 'npm' | 'npx',
  cwd: string,
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  // On Windows they are scripts, which only a shell starts.
  const shell = process.platform === 'win32';
  return run(program, shell ? args.map((arg) => `"${arg}"`) : [...args], { cwd, shell, maxBuffer: 1e8 });
}

async function outcome(running: Promise<{ stdout: string; stderr: string }>): Promise<Program> {
  try {
    return { ...(await running), status: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as Program & { readonly code: unknown };
    if (typeof code !== 'number') throw error;
    return { stdout, stderr, status: code };
  }
}
