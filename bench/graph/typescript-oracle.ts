/** The TypeScript checker's answers for TypeScript and JavaScript: one program over all files of a repository. */
import { join } from 'node:path';
import ts from 'typescript';
import type { GoldUse, Place } from './gold-use';
import { type Candidate, inSampleOrder } from './seeded-sample';
import { sourcePaths } from './source-paths';
import { definitionsOf, nameNode } from './typescript-definitions';
import { TypescriptModules } from './typescript-modules';

const options: ts.CompilerOptions = {
  allowJs: true,
  allowImportingTsExtensions: true,
  esModuleInterop: true,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  // Scripts of a repository are not loaded into one page: their globals are not each other's.
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** Missing names, and those that CommonJS gives to every file. */
const noUse = new Set(['', 'module', 'exports', 'require']);

/** Bundles that were committed: copies of the source. */
const isBuilt = (path: string): boolean => /(^|\/)dist\//.test(path);

interface Found extends Candidate {
  readonly node: ts.Identifier;
}

/** @param isUseFile whose uses are sampled; what they mean can be in any file. */
export async function typescriptGold(
  root: string,
  isUseFile: (path: string) => boolean,
  count: number,
): Promise<GoldUse[]> {
  const all = await sourcePaths(root, (path) => (isCode(path) && !isBuilt(path)) || path.endsWith('package.json'));
  const paths = all.filter(isCode);
  const program = programOf(root, paths, all);
  const checker = program.getTypeChecker();
  const pathOf = new Map(paths.map((path) => [join(root, path), path]));

  const candidates: Found[] = [];
  for (const path of paths.filter(isUseFile)) {
    const file = program.getSourceFile(join(root, path));
    if (file) collect(file, path, candidates);
  }
  const gold: GoldUse[] = [];
  for (const { path, offset, name, node } of inSampleOrder(candidates)) {
    if (gold.length === count) break;
    const symbol = symbolOf(node, checker);
    const definitions = symbol ? definitionsOf(symbol, checker) : [];
    const beside = definitions.flatMap((definition) => implementationsOf(definition, program, checker));
    const names = [...definitions, ...beside].map(nameNode);
    if (names.includes(node)) continue;
    const targets = names.map((target) => placeOf(target, pathOf));
    const inside = targets.filter((target) => target !== undefined);
    const [first] = definitions;
    if (first && inside.length === targets.length)
      gold.push({ path, offset, name, kind: ts.SyntaxKind[first.kind], targets: inside });
  }
  return gold;
}

function programOf(root: string, paths: readonly string[], all: readonly string[]): ts.Program {
  const host = ts.createCompilerHost(options, true);
  const manifests = all.filter((path) => path.endsWith('package.json'));
  const modules = new TypescriptModules(root, manifests, options, host);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: modules.resolve(text, from) }));
  return ts.createProgram(
    paths.map((path) => join(root, path)),
    options,
    host,
  );
}

/** Identifiers that are uses: no import, no export list, no key of an object. */
function collect(file: ts.SourceFile, path: string, candidates: Found[]): void {
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node) && isUse(node))
      candidates.push({ path, offset: node.getStart(file), name: node.text, node });
    ts.forEachChild(node, visit);
  };
  visit(file);
}

function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent) || ts.isLabeledStatement(parent) || noUse.has(node.text)) return false;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return !/^[a-z]/.test(node.text);
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return ts.isPropertyAccessExpression(parent) || !('name' in parent) || parent.name !== node;
}

function symbolOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(node.parent)) return checker.getShorthandAssignmentValueSymbol(node.parent);
  return checker.getSymbolAtLocation(node);
}

/** What a module-level name of `x.d.ts` is in the `x.js` beside it: both places are right. */
function implementationsOf(
  declaration: ts.Declaration,
  program: ts.Program,
  checker: ts.TypeChecker,
): ts.Declaration[] {
  const { fileName } = declaration.getSourceFile();
  const name = ts.getNameOfDeclaration(declaration);
  if (!fileName.endsWith('.d.ts') || !name || !ts.isIdentifier(name)) return [];
  const stem = fileName.slice(0, -'.d.ts'.length);
  const file = ['.js', '.jsx', '.mjs'].map((end) => program.getSourceFile(stem + end)).find((each) => each);
  const symbol = file && checker.getSymbolAtLocation(file)?.exports?.get(name.escapedText);
  return symbol ? definitionsOf(symbol, checker) : [];
}

function placeOf(node: ts.Node, pathOf: ReadonlyMap<string, string>): Place | undefined {
  const file = node.getSourceFile();
  const path = pathOf.get(file.fileName);
  return path === undefined
    ? undefined
    : { path, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 };
}
