/** The files of src/, what each imports and exports, read from their text. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { productRoot } from '../../../src/shared/product';

export interface SourceFile {
  /** Relative to src/, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Files of src/ that it imports, types included. */
  readonly imports: readonly string[];
  /** Names of packages that it imports. */
  readonly packages: readonly string[];
  readonly exports: readonly string[];
}

const root = join(productRoot(), 'src');

export function readSources(): readonly SourceFile[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  return names.filter((name) => name.endsWith('.ts')).map(readSource);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
  return {
    path,
    text,
    imports: specifiers.flatMap((name) => (name.startsWith('.') ? [targetOf(path, name)] : [])),
    packages: specifiers.filter((name) => !name.startsWith('.')),
    exports: [
      ...text.matchAll(/^export (?:declare |abstract |async )*(?:const|function\*?|class|interface|type|enum) (\w+)/gm),
    ]
      .map(([, name = '']) => name)
      // Overloads are one export.
      .filter((name, index, all) => all.indexOf(name) === index),
  };
}

function targetOf(from: string, specifier: string): string {
  const path = posix.join(dirname(from), specifier);
  const file = [`${path}.ts`, `${path}.d.ts`, path].find((name) => existsSync(join(root, name)));
  if (file === undefined || !statSync(join(root, file)).isFile())
    throw new Error(`${from} imports ${specifier}, which is no file`);
  return file;
}

/** Files of src/ that a test, a benchmark or a script imports by itself. */
export function testedFiles(): string[] {
  return ['test', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(productRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/node_modules|corpus|fixtures/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(productRoot(), folder, name), 'utf8').matchAll(/'(?:\.\.\/)+src\/([^']+)'/g),
      ])
      .map(([, path]) => `${path}.ts`),
  );
}

/** The different words of each file that may use the source: itself, tests, benchmarks, scripts and training. */
export function wordsOfFiles(): Set<string>[] {
  const files = ['src', 'test', 'bench', 'scripts', 'training'].flatMap((folder) =>
    readdirSync(join(productRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?ts$/.test(name) && !/node_modules|corpus|fixtures/.test(name))
      .map((name) => join(folder, name)),
  );
  return files.map((file) => new Set(readFileSync(join(productRoot(), file), 'utf8').match(/\w+/g)));
}

/** Groups of nodes that reach each other, each group a circle of imports. */
export function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
