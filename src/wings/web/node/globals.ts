/** Node's global names, for code that is bundled for a browser: the bundler replaces the free names by these. */
import { Buffer } from 'buffer/';
import { DiskError } from './memory-disk';

const started = performance.now();

const process = {
  env: {},
  versions: {},
  platform: 'linux',
  pid: 1,
  /** A browser decides by itself what it optimises, so every grammar is parsed here. */
  execArgv: ['--liftoff-only'],
  memoryUsage: { rss: () => 0 },
  cpuUsage: (before = { user: 0, system: 0 }) => ({
    user: Math.round(1000 * (performance.now() - started)) - before.user,
    system: 0,
  }),
  kill: (pid: number) => {
    if (pid !== process.pid) throw new DiskError('ESRCH', 'kill');
  },
};

/** A timer that can be told not to keep the program running, as in Node. A browser reads it as its number. */
class WebTimer {
  constructor(private readonly id: unknown) {}

  unref(): this {
    return this;
  }

  valueOf(): unknown {
    return this.id;
  }
}

type Callback = (...args: unknown[]) => void;

function setTimeout(call: Callback, ms?: number, ...args: unknown[]): WebTimer {
  return new WebTimer(globalThis.setTimeout(call, ms, ...args));
}

function setInterval(call: Callback, ms?: number, ...args: unknown[]): WebTimer {
  return new WebTimer(globalThis.setInterval(call, ms, ...args));
}

/** Calls that wait for their turn. A message comes at once; nested timers of a browser wait at least four milliseconds. */
const waiting: (() => void)[] = [];
let channel: InstanceType<typeof MessageChannel> | undefined;

function setImmediate(call: Callback, ...args: unknown[]): void {
  if (!channel) {
    channel = new MessageChannel();
    Object.assign(channel.port1, { onmessage: () => waiting.shift()?.() });
    // Only Node has it, in tests: the channel does not keep the process running.
    channel.port1.unref?.();
  }
  waiting.push(() => call(...args));
  channel.port2.postMessage(undefined);
}

export { Buffer, process, setImmediate, setInterval, setTimeout };
