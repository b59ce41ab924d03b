/**
 * Which declarations of a symbol count as definitions that a graph can have: those at module level and the members of named types and
 * objects. Locals, parameters, type parameters, whole modules and the properties of nameless objects do not count.
 */
import ts from 'typescript';

/** The definitions that a symbol stands for; empty if one of them does not count. */
export function definitionsOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Declaration[] {
  const found = new Set<ts.Declaration>();
  const seen = new Set<ts.Symbol>();
  const add = (each: ts.Symbol | undefined): void => {
    if (!each || seen.has(each)) return;
    seen.add(each);
    if (each.flags & ts.SymbolFlags.Alias) {
      add(checker.getAliasedSymbol(each));
      return;
    }
    for (const declaration of each.declarations ?? []) {
      const behind = symbolBehind(declaration, checker);
      if (behind) add(behind);
      else found.add(declaration);
    }
  };
  add(symbol);
  return [...found].every(isModuleLevelOrMember) ? [...found] : [];
}

/** The identifier or keyword that a definition starts with for the reader. */
export function nameNode(declaration: ts.Declaration): ts.Node {
  return ts.getNameOfDeclaration(declaration) ?? declaration;
}

/** `{ a }` and `module.exports = a` only pass a definition on. */
function symbolBehind(declaration: ts.Declaration, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(declaration)) return checker.getShorthandAssignmentValueSymbol(declaration);
  if (ts.isExportAssignment(declaration) && ts.isIdentifier(declaration.expression))
    return checker.getSymbolAtLocation(declaration.expression);
  const assignment = ts.isPropertyAccessExpression(declaration) ? declaration.parent : declaration;
  if (!ts.isBinaryExpression(assignment)) return undefined;
  let value = assignment.right;
  while (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) value = value.right;
  if (!isModuleExports(assignment.left)) return undefined;
  if (ts.isIdentifier(value)) return checker.getSymbolAtLocation(value);
  const [module] = ts.isCallExpression(value) && isRequire(value.expression) ? value.arguments : [];
  return module && checker.getSymbolAtLocation(module)?.exports?.get(ts.InternalSymbolName.ExportEquals);
}

function isRequire(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'require';
}

function isModuleExports(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'exports';
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    (node.expression.text === 'exports' || (node.expression.text === 'module' && node.name.text === 'exports'))
  );
}

function isModuleLevelOrMember(declaration: ts.Declaration): boolean {
  if (ts.isSourceFile(declaration) || ts.isTypeParameterDeclaration(declaration)) return false;
  if (ts.isIndexSignatureDeclaration(declaration)) return false;
  if (ts.isModuleDeclaration(declaration) && ts.isStringLiteral(declaration.name)) return false;
  let node: ts.Node | undefined = declaration;
  while (node && !ts.isSourceFile(node)) node = holderOf(node);
  return node !== undefined;
}

/** The next node around a definition; undefined if the definition is local to something. */
function holderOf(node: ts.Node): ts.Node | undefined {
  const { parent } = node;
  if (ts.isParameter(node)) return ts.isParameterPropertyDeclaration(node, parent) ? parent.parent : undefined;
  if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) return selfOf(node);
  if (ts.isTypeLiteralNode(parent) || ts.isObjectLiteralExpression(parent)) return namedHolder(parent);
  const isOpen =
    ts.isSourceFile(parent) ||
    ts.isModuleBlock(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isClassLike(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isVariableDeclarationList(parent) ||
    ts.isVariableStatement(parent) ||
    ts.isBindingElement(parent) ||
    ts.isObjectBindingPattern(parent) ||
    ts.isArrayBindingPattern(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isExportAssignment(parent);
  return isOpen ? parent : undefined;
}

/** `this.x = 1` defines a member of the class or the constructor function around it. */
function selfOf(node: ts.Node): ts.Node | undefined {
  let around: ts.Node | undefined = node.parent;
  while (around && (!ts.isFunctionLike(around) || ts.isArrowFunction(around))) around = around.parent;
  if (!around) return undefined;
  return ts.isClassLike(around.parent) ? around.parent : ts.isFunctionDeclaration(around) ? around : undefined;
}

/** The definition whose value or type is exactly this literal. */
function namedHolder(literal: ts.Node): ts.Node | undefined {
  let node = literal;
  while (
    ts.isIntersectionTypeNode(node.parent) ||
    ts.isUnionTypeNode(node.parent) ||
    ts.isParenthesizedTypeNode(node.parent) ||
    ts.isParenthesizedExpression(node.parent) ||
    ts.isAsExpression(node.parent) ||
    ts.isSatisfiesExpression(node.parent)
  )
    node = node.parent;
  const { parent } = node;
  const isNamed =
    ts.isTypeAliasDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isExportAssignment(parent) ||
    ts.isBinaryExpression(parent);
  return isNamed ? parent : undefined;
}
