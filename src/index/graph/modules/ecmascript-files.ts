/**
 * The file that a path means in JavaScript and TypeScript. Code may leave out the extension or the name `index`, and TypeScript
 * writes the extension of the compiled file (`./a.js` for `a.ts`).
 */
import type { WorkspaceFiles } from './module-rules';
import { pathIn } from './workspace-paths';

const extensions = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.d.mts',
  '.d.cts',
  '.vue',
  '.svelte',
  '.astro',
  '.json',
];

/** Extensions of compiled files, and those of their sources and declarations. */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx'],
  '.mjs': ['.mts', '.d.mts', '.mjs', '.ts', '.js'],
  '.cjs': ['.cts', '.d.cts', '.cjs', '.ts', '.js'],
  '.d.ts': ['.d.ts', '.ts', '.tsx', '.js', '.jsx'],
  '.d.mts': ['.d.mts', '.mts', '.mjs', '.ts', '.js'],
  '.d.cts': ['.d.cts', '.cts', '.cjs', '.ts', '.js'],
};

/** Variants of a file for a platform (React Native). */
const platforms = ['.native', '.web', '.ios', '.android'];

const declaration = /\.d\.([mc]?)ts$/;

/** The file that a path without a folder's `index` means, with its implementation or declaration after it. */
export function ecmascriptFile(path: string, files: WorkspaceFiles): readonly string[] {
  if (path === '') return [];
  const compiled = /(?:\.d)?\.[mc]?[jt]sx?$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - compiled.length);
  const found = firstFile(stem, sources[compiled] ?? [], files) ?? (files.has(path) ? path : undefined);
  const file = found ?? firstFile(path, extensions, files);
  if (file !== undefined) return withImplementation(file, files);
  for (const platform of platforms) {
    const variant = firstFile(`${path}${platform}`, extensions, files);
    if (variant !== undefined) return [variant];
  }
  return [];
}

/** The file of a path, or the `index` of the folder. */
export function ecmascriptFileOrIndex(path: string, files: WorkspaceFiles): readonly string[] {
  const file = ecmascriptFile(path, files);
  return file.length > 0 ? file : ecmascriptIndex(path, files);
}

export function ecmascriptIndex(folder: string, files: WorkspaceFiles): readonly string[] {
  return ecmascriptFile(pathIn(folder, 'index'), files);
}

function firstFile(stem: string, endings: readonly string[], files: WorkspaceFiles): string | undefined {
  const ending = endings.find((candidate) => files.has(stem + candidate));
  return ending === undefined ? undefined : stem + ending;
}

/** A declaration file describes the JavaScript file beside it, which has the code. */
function withImplementation(file: string, files: WorkspaceFiles): readonly string[] {
  const flavour = declaration.exec(file)?.[1];
  if (flavour === undefined) return [file];
  const code = file.replace(declaration, `.${flavour}js`);
  return files.has(code) ? [code, file] : [file];
}
