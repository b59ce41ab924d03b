#!/usr/bin/env node
import fs, { constants as fsConstants } from 'node:fs';
import * as path from 'node:path';
import config from './config.json' with { type: 'json' };
import { 'string name' as renamed } from './odd.js';

export * from './errors.js';
export * as utils from './utils.js';

/**
 * A job and what became of it.
 * @typedef {{ id: bigint, run: () => Promise<void>, tries?: number }} Job
 */

const MAX_TRIES = config?.maxTries ?? 3;
const BIG = 9_007_199_254_740_993n;
const PATTERN = /(?<year>\d{4})-(?<month>\d{2})[\p{L}--[a-z]]/v;
let running = false;

function registered(value, { kind, name, addInitializer }) {
  addInitializer?.(function () {
    Queue.registry.set(name, this);
  });
  return kind === 'class' ? value : undefined;
}

@registered
export class Queue extends EventTarget {
  static registry = new Map();
  static #count = 0n;
  #jobs = [];
  'quoted field' = 1;
  [Symbol.toStringTag] = 'Queue';

  static {
    try {
      this.#count = BIG % 2n;
    } catch {
      this.#count = 0n;
    }
  }

  @registered limit = 10;

  constructor(...jobs) {
    super();
    this.#jobs.push(...jobs);
  }

  get length() {
    return this.#jobs.length;
  }

  set length(value) {
    this.#jobs.length = value;
  }

  static async from(iterable) {
    const queue = new this();
    for await (const job of iterable) queue.#jobs.push(job);
    return queue;
  }

  static isQueue(value) {
    return #jobs in value;
  }

  *[Symbol.iterator]() {
    yield* this.#jobs;
  }

  async *drain({ signal, ...options } = {}) {
    while (this.#jobs.length > 0 && !signal?.aborted) {
      const job = this.#jobs.shift();
      job.tries ||= 0;
      job.tries **= 2;
      job.retry &&= job.tries < MAX_TRIES;
      yield await job.run?.(options);
    }
  }

  #fail(error) {
    this.dispatchEvent(new CustomEvent('fail', { detail: error }));
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function readAll(folder) {
  using lock = acquire(folder);
  const names = await Array.fromAsync(await fs.promises.opendir(folder), ({ name }) => name);
  outer: for (let i = 0, j = names.length; i < j; i++, j--) {
    switch (path.extname(names[i])) {
      case '.js':
      case '.mjs': {
        const { default: run = () => {}, ...others } = await import(`./${names[i]}`);
        run(others);
        break;
      }
      default:
        continue outer;
    }
  }
  return String.raw`\n${names.at(-1)}` + (PATTERN.test(names[0]) ? '' : renamed);
}

function* ids(prefix = 'job', [first, , third = 3] = []) {
  const reset = yield { prefix, first, third, get now() { return Date.now(); }, async run() {}, ['x' + 1]: new.target };
  if (reset) yield import.meta.url, void 0;
}

if (!running) {
  const queue = await Queue.from([]);
  do running = true; while (!running);
  console.log(queue?.length, fsConstants.O_RDONLY, ids().next().value ?? 'none', typeof BIG);
}

export { ids as default, ids as 'job ids' };
