/**
 * Which file an import means to the TypeScript compiler, in a repository without installed packages. Each file is resolved with the
 * options of the nearest `tsconfig.json` or `jsconfig.json`. Packages of the workspace would be links in `node_modules` to built
 * files, whose declaration maps lead to the source; here the built file's path is mapped to the source.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const configNames = ['tsconfig.json', 'jsconfig.json'];
const extensions = ['.ts', '.tsx', '.d.ts', '.mts', '.d.mts', '.js', '.jsx', '.mjs', '.cjs'];
const extension = /(\.d)?\.[cm]?[jt]sx?$/;
const builtFolder = /^(dist|lib|build|out|es|esm|cjs)\//;

interface Manifest {
  readonly name?: string;
  readonly exports?: unknown;
  readonly [field: string]: unknown;
}

export class TypescriptModules {
  private readonly options = new Map<string, ts.CompilerOptions>();
  /** The folders and manifests of the workspace's packages by name. */
  private readonly packages = new Map<string, { readonly folder: string; readonly manifest: Manifest }>();

  constructor(
    private readonly root: string,
    manifests: readonly string[],
    private readonly base: ts.CompilerOptions,
    private readonly host: ts.ModuleResolutionHost,
  ) {
    for (const path of manifests) {
      const manifest = readManifest(join(root, path));
      if (manifest?.name !== undefined && !this.packages.has(manifest.name))
        this.packages.set(manifest.name, { folder: join(root, dirname(path)), manifest });
    }
  }

  resolve(module: string, from: string): ts.ResolvedModuleFull | undefined {
    const { resolvedModule } = ts.resolveModuleName(module, from, this.optionsFor(dirname(from)), this.host);
    if (resolvedModule && !resolvedModule.resolvedFileName.includes('/node_modules/')) return resolvedModule;
    const file = this.packageFile(module);
    return file === undefined ? undefined : { resolvedFileName: file, extension: `.${file.split('.').at(-1)}` };
  }

  private optionsFor(folder: string): ts.CompilerOptions {
    const known = this.options.get(folder);
    if (known) return known;
    const config = configNames.map((name) => join(folder, name)).find((file) => existsSync(file));
    const options = config
      ? this.readOptions(config)
      : folder.length > this.root.length
        ? this.optionsFor(dirname(folder))
        : this.base;
    this.options.set(folder, options);
    return options;
  }

  private readOptions(file: string): ts.CompilerOptions {
    const config = ts.readConfigFile(file, ts.sys.readFile).config;
    const parsed = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, dirname(file));
    const { paths, baseUrl, pathsBasePath, customConditions } = parsed.options;
    return {
      ...this.base,
      ...(paths && { paths, pathsBasePath }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(customConditions && { customConditions }),
    };
  }

  private packageFile(module: string): string | undefined {
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
    const found = this.packages.get(name);
    if (!found) return undefined;
    const subpath = module.slice(name.length + 1);
    for (const path of pathsOf(found.manifest, subpath)) {
      const plain = path.replace(/^\.\//, '').replace(extension, '');
      const sources = [plain.replace(builtFolder, 'src/'), plain.replace(builtFolder, ''), plain, `src/${plain}`];
      for (const source of sources) {
        const file = sourceAt(join(found.folder, source));
        if (file !== undefined) return file;
      }
    }
    return undefined;
  }
}

/** The paths that a manifest has for a subpath, the best first. */
function pathsOf(manifest: Manifest, subpath: string): string[] {
  const key = subpath === '' ? '.' : `./${subpath}`;
  const { exports } = manifest;
  if (exports !== null && typeof exports === 'object') {
    const entries = Object.entries(exports as Record<string, unknown>);
    if (!entries.some(([name]) => name.startsWith('.'))) return subpath === '' ? stringsIn(exports) : [];
    for (const [name, value] of entries) {
      if (name === key) return stringsIn(value);
      const [before = '', after = ''] = name.split('*');
      if (name.includes('*') && key.startsWith(before) && key.endsWith(after)) {
        const star = key.slice(before.length, key.length - after.length);
        return stringsIn(value).map((path) => path.replaceAll('*', star));
      }
    }
  }
  if (subpath !== '') return [subpath];
  return [exports, manifest.types, manifest.typings, manifest.module, manifest.main, 'index'].flatMap(stringsIn);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

function sourceAt(path: string): string | undefined {
  return [path, join(path, 'index')].flatMap((start) => extensions.map((end) => start + end)).find(existsSync);
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}
