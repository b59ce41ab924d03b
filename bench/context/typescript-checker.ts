/** The answer of the TypeScript compiler: the checker resolves every identifier, one file at a time. */
import ts from 'typescript';
import type { NameKind, Unit } from './compared-unit';

/** Libraries and imported files are not needed to find out which declaration in the file a name refers to. */
const options: ts.CompilerOptions = {
  allowJs: true,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Auto,
  noLib: true,
  noResolve: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/** The table of names that the binder makes for a file; not in the compiler's public types. */
interface Bound {
  readonly locals?: ReadonlyMap<ts.__String, ts.Symbol>;
}

export function checkedUnits(path: string, text: string): Unit[] {
  const program = ts.createProgram([path], options, hostOf(path, text));
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`TypeScript did not read ${path}`);
  // The compiler adds `module` and `exports` of CommonJS.
  const locals = new Map(
    [...((file as Bound).locals ?? [])].filter(([, { flags }]) => !(flags & ts.SymbolFlags.ModuleExports)),
  );
  const units: Unit[] = [];
  for (const statement of file.statements) {
    if (isImport(statement)) continue;
    const binds = new Set<string>();
    for (const [name, symbol] of locals) {
      if (symbol.declarations?.some((node) => isInside(node, statement)))
        binds.add(ts.unescapeLeadingUnderscores(name));
    }
    const uses = new Map<string, NameKind>();
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && !uses.has(node.text) && !binds.has(node.text)) {
        const local = locals.get(node.escapedText);
        if (local && isSame(resolve(checker, node), local)) uses.set(node.text, kindOf(local));
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
    const start = statement.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    units.push({ start, end: statement.getEnd(), line, uses, binds });
  }
  return units;
}

function hostOf(path: string, text: string): ts.CompilerHost {
  return {
    fileExists: (name) => name === path,
    readFile: (name) => (name === path ? text : undefined),
    getSourceFile: (name, target) => (name === path ? ts.createSourceFile(name, text, target, true) : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
  };
}

function resolve(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  if (ts.isQualifiedName(parent) && parent.right === node) return undefined;
  if (ts.isExportSpecifier(parent)) {
    return (parent.propertyName ?? parent.name) === node
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : undefined;
  }
  if (ts.isShorthandPropertyAssignment(parent)) {
    return parent.name === node ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node);
  }
  return checker.getSymbolAtLocation(node);
}

/** An exported definition has two symbols, a local and an exported one, which share the declaration. */
function isSame(symbol: ts.Symbol | undefined, local: ts.Symbol): boolean {
  if (!symbol) return false;
  return symbol === local || (symbol.declarations?.some((node) => local.declarations?.includes(node)) ?? false);
}

function isInside(node: ts.Node, statement: ts.Node): boolean {
  return node.pos >= statement.pos && node.end <= statement.end;
}

function isImport(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) return true;
  if (ts.isExportDeclaration(statement)) return statement.moduleSpecifier !== undefined;
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => initializer && isRequire(initializer))
  );
}

function kindOf(local: ts.Symbol): NameKind {
  return local.declarations?.some(bindsImport) ? 'import' : 'global';
}

function bindsImport(node: ts.Node): boolean {
  if (ts.isImportClause(node) || ts.isImportSpecifier(node)) return true;
  if (ts.isNamespaceImport(node) || ts.isImportEqualsDeclaration(node)) return true;
  let declaration = node;
  while (ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  return isRequire(declaration.initializer);
}

/** `require('x')`, also with a member or a call on it, or inside the one-argument helpers of compiled code. */
function isRequire(expression: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(expression)) return isRequire(expression.expression);
  if (ts.isAwaitExpression(expression)) return isRequire(expression.expression);
  if (!ts.isCallExpression(expression)) return false;
  const { expression: callee, arguments: given } = expression;
  const isFetch = callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
  if (isFetch) return given.every(ts.isStringLiteralLike);
  if (ts.isIdentifier(callee)) return given.length === 1 && given.every(isRequire);
  return ts.isCallExpression(callee) && given.every(ts.isLiteralExpression) && isRequire(callee);
}
