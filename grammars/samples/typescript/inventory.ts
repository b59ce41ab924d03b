import { readFile } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { type Logger, createLogger } from './logger.js';
import settings from './settings.json' with { type: 'json' };

export type { HttpServer };
export * as limits from './limits.js';

declare const BUILD_NUMBER: number;

/** How a product is counted. */
export enum Unit {
  Piece = 'piece',
  Kilogram = 'kg',
}

const enum Flag {
  None = 0,
  Frozen = 1 << 0,
  Fragile = 1 << 1,
}

const defaults = {
  unit: Unit.Piece,
  reorderAt: 10,
} satisfies Partial<Product>;

type Sku = `${Uppercase<string>}-${number}`;
type Mutable<T> = { -readonly [K in keyof T as K extends `_${string}` ? never : K]+?: T[K] };
type ElementOf<T> = T extends readonly (infer E extends object)[] ? E : never;

export interface Product {
  readonly sku: Sku;
  name: string;
  unit: Unit;
  reorderAt?: number;
  new (sku: Sku): Product;
  describe(this: Product, locale?: string): string;
  [extra: string]: unknown;
}

interface Source<T> {
  next(): T | undefined;
}

export abstract class Repository<T extends { sku: Sku }, const K extends PropertyKey = 'sku'> {
  static #instances = 0;
  declare readonly kind: K;
  protected accessor size = 0;
  readonly #items = new Map<Sku, T>();

  static {
    Repository.#instances = BUILD_NUMBER ?? 0;
  }

  constructor(
    private readonly log: Logger,
    public override_: boolean = false,
  ) {}

  abstract load(path: string): Promise<void>;

  get count(): number {
    return this.#items.size;
  }

  set limit(value: number) {
    this.size = value;
  }

  add(item: T): this;
  add(...items: T[]): this;
  add(...items: T[]): this {
    for (const item of items) this.#items.set(item.sku, item);
    return this;
  }

  has(item: unknown): item is T {
    return typeof item === 'object' && item !== null && #items in this;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.#items.values();
  }
}

function logged<This, Args extends unknown[], Result>(
  target: (this: This, ...args: Args) => Result,
  context: ClassMethodDecoratorContext<This, (this: This, ...args: Args) => Result>,
) {
  return function (this: This, ...args: Args): Result {
    console.log(`${String(context.name)} called`);
    return target.call(this, ...args);
  };
}

@sealed
export class FileRepository extends Repository<Product> implements AsyncDisposable {
  @logged
  override async load(path: string): Promise<void> {
    await using handle = await open(path);
    const text = (await readFile(path, { encoding: 'utf8' })) as string;
    const rows = JSON.parse(text) satisfies unknown as Product[];
    this.add(...rows.filter((row): row is Product => row?.sku !== undefined));
    using _timer = startTimer('load');
    this.limit ??= settings.limit!;
  }

  async [Symbol.asyncDispose]() {}
}

export function assertProduct(value: unknown): asserts value is Product {
  if (!(value instanceof Object)) throw new TypeError('not a product', { cause: value });
}

export namespace Stock.Report {
  export const columns = ['sku', 'name'] as const;
  export type Column = (typeof columns)[number];
  export function line<const T extends readonly Column[]>(...parts: T): string {
    return parts.join('\t');
  }
}

declare module './logger.js' {
  interface Logger {
    trace(message: string): void;
  }
}

declare global {
  var inventory: FileRepository | undefined;
}

const pick = <T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]] as const)) as Pick<T, K>;

export const makeMap = Map<Sku, Product>;
export let handler: typeof import('./handler.js').run | null = null;
let nothing!: unique symbol;
label: for (const [index, { sku, ...rest }] of Object.entries(defaults as never as Product[])) {
  if (index === '0') continue label;
  handler?.(sku, <unknown>rest);
}

export default pick;
