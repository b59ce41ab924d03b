/**
 * A disk whose N-th operation fails. It wraps `node:fs` and `node:fs/promises` of this process for files in some folders; everything else
 * is left alone. Operations are counted in the order in which they begin, so the same work has the same numbers.
 *
 * In a process that `CODEGRAIN_FAILING_DISK` names a fault for, it is installed when the file is required (`node --require`).
 */
import fs from 'node:fs';
import { isAbsolute, relative } from 'node:path';

export interface Fault {
  /** Files and folders in these count. */
  readonly within: readonly string[];
  /** The number of the operation that fails, from 1; 0: none. */
  readonly at: number;
  readonly code: string;
}

interface FaultInProcess extends Fault {
  /** Only in a process whose arguments contain this text. */
  readonly who: string;
  /** Where the operations are written: such a process may be killed. */
  readonly report: string;
}

type Call = (...args: unknown[]) => unknown;

/** What fails with a code; `existsSync` says no, like the system. */
const byPath =
  'access appendFile chmod copyFile link lstat mkdir open opendir readFile readdir readlink realpath rename rm rmdir stat symlink truncate unlink utimes writeFile'.split(
    ' ',
  );
const byHandle = 'close fchmod fstat fsync fdatasync ftruncate futimes read write writev'.split(' ');
const ofHandle =
  'appendFile chmod close datasync read readFile readv stat sync truncate utimes write writeFile writev'.split(' ');

export class FailingDisk {
  /** What was done, in order: `openSync /a/b`. */
  readonly operations: string[] = [];
  private fault: Fault | undefined;
  private readonly handles = new Map<number, string>();
  private readonly undo: (() => void)[] = [];

  /** @param began is called before each operation */
  constructor(private readonly began: (operation: string) => void = () => undefined) {}

  /** Runs some work in which one operation fails. */
  async during<T>(fault: Fault, work: () => T | Promise<T>): Promise<T> {
    this.install(fault);
    try {
      return await work();
    } finally {
      for (const each of this.undo.splice(0)) each();
      this.fault = undefined;
    }
  }

  install(fault: Fault): void {
    this.operations.length = 0;
    this.fault = fault;
    for (const name of byPath) {
      this.wrap(fs, `${name}Sync`, (args) => String(args[0]));
      this.wrap(fs.promises, name, (args) => String(args[0]));
    }
    for (const name of byHandle) this.wrap(fs, `${name}Sync`, (args) => this.handles.get(Number(args[0])));
    this.wrap(fs.realpathSync, 'native', (args) => String(args[0]));
    this.wrapExists();
    this.wrapHandles();
  }

  private wrap(owner: object, name: string, fileOf: (args: readonly unknown[]) => string | undefined): void {
    const original: Call | undefined = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    const count = (file: string | undefined): string | undefined => this.count(name, file);
    const remember = (result: unknown, file: string | undefined): void => this.remember(result, file);
    const isAsync = owner === fs.promises;
    const wrapper = function (this: unknown, ...args: unknown[]): unknown {
      const file = fileOf(args);
      const code = count(file);
      const call = (): unknown => Reflect.apply(original, this, args);
      if (code !== undefined) {
        // A file is closed even if the system reports an error; of what is written, a part may be there.
        if (name === 'closeSync') call();
        if (name === 'writeSync') halfOf(args, (half) => Reflect.apply(original, this, half));
        const error = failure(code, name, file);
        if (isAsync) return Promise.reject(error);
        throw error;
      }
      const result = call();
      if (result instanceof Promise)
        return result.then((value) => {
          remember(value, file);
          return value;
        });
      remember(result, file);
      return result;
    };
    this.replace(owner, name, Object.assign(wrapper, original));
  }

  private wrapExists(): void {
    const { existsSync } = fs;
    this.replace(fs, 'existsSync', (path: string) => this.count('existsSync', path) === undefined && existsSync(path));
  }

  /** The methods of `FileHandle` are on a prototype that only a handle leads to. */
  wrapHandles(): void {
    const prototype = handlePrototype;
    if (prototype === undefined) return;
    for (const name of ofHandle) {
      const original: Call = Reflect.get(prototype, name);
      const count = (fd: number): string | undefined => this.count(`handle.${name}`, this.handles.get(fd));
      this.replace(prototype, name, async function (this: fs.promises.FileHandle, ...args: unknown[]) {
        const code = count(this.fd);
        if (code === undefined) return Reflect.apply(original, this, args);
        if (name === 'close') await Reflect.apply(original, this, args);
        if (name === 'write') await halfOf(args, (half) => Reflect.apply(original, this, half));
        throw failure(code, name, undefined);
      });
    }
  }

  private replace(owner: object, name: string, value: unknown): void {
    const original: unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, value);
    this.undo.push(() => Reflect.set(owner, name, original));
  }

  /** The code with which this operation fails. */
  private count(name: string, file: string | undefined): string | undefined {
    const { fault } = this;
    if (!fault || file === undefined || !fault.within.some((folder) => isInside(folder, file))) return undefined;
    this.operations.push(`${name} ${file}`);
    this.began(`${name} ${file}`);
    return this.operations.length === fault.at ? fault.code : undefined;
  }

  private remember(result: unknown, file: string | undefined): void {
    if (file === undefined) return;
    if (typeof result === 'number') this.handles.set(result, file);
    else if (isHandle(result)) this.handles.set(result.fd, file);
  }
}

let handlePrototype: object | undefined;

/** To be called once, before the first fault. */
export async function prepareFailingDisk(): Promise<void> {
  const handle = await fs.promises.open(__filename);
  handlePrototype = Object.getPrototypeOf(handle);
  await handle.close();
}

function isHandle(value: unknown): value is fs.promises.FileHandle {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === handlePrototype;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !/^\.\.[/\\]/.test(path) && !isAbsolute(path);
}

/** `write(buffer, offset, length, …)` with half of the length. */
function halfOf(args: readonly unknown[], write: (half: unknown[]) => unknown): unknown {
  const [bytes, offset, length, ...rest] = args;
  return typeof length === 'number' ? write([bytes, offset, length >> 1, ...rest]) : undefined;
}

const texts: Readonly<Record<string, string>> = {
  EIO: 'i/o error',
  ENOSPC: 'no space left on device',
  EACCES: 'permission denied',
  ENOENT: 'no such file or directory',
};

function failure(code: string, name: string, file: string | undefined): Error {
  const syscall = name.replace(/Sync$/, '');
  const message = `${code}: ${texts[code] ?? 'error'}, ${syscall}${file === undefined ? '' : ` '${file}'`}`;
  return Object.assign(new Error(message), { code, syscall, ...(file !== undefined && { path: file }) });
}

const named = process.env.CODEGRAIN_FAILING_DISK;
if (named !== undefined) {
  const fault: FaultInProcess = JSON.parse(named);
  if (process.argv.some((argument) => argument.includes(fault.who))) {
    const { appendFileSync } = fs;
    const disk = new FailingDisk((operation) => appendFileSync(fault.report, `${operation}\n`));
    disk.install(fault);
    void prepareFailingDisk().then(() => disk.wrapHandles());
  }
}
