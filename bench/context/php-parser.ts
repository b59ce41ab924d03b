/**
 * PHP's answer. The parser distinguishes names from members and variables; the language defines what a name means. The first part of
 * a name is looked up in the `use` statements and definitions of the file, separately for classes, functions and constants, and
 * ignoring case except for constants. A function sees the file's variables only with `global`, a closure only with `use`, an arrow
 * function always.
 */

import type { NameKind } from './compared-unit';
import type { Answer, Spot } from './reference-answer';

export interface PhpParser {
  parseCode(text: string, path: string): unknown;
}

/** Undefined if the packages of bench/package.json are not installed. */
export async function loadPhpParser(): Promise<PhpParser | undefined> {
  const name: string = 'php-parser';
  try {
    const { Engine } = (await import(name)) as { Engine: new (options: object) => PhpParser };
    return new Engine({ parser: { extractDoc: false, version: '8.3' }, ast: { withPositions: true } });
  } catch {
    return undefined;
  }
}

/** Any node of the parser; its fields depend on its kind. */
interface PhpNode {
  readonly kind: string;
  readonly loc: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is PhpNode {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function nodesIn(value: unknown): PhpNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

/** A name may be a string or a node that holds one. */
function textOf(name: unknown): string {
  return isNode(name) ? textOf(name.name) : typeof name === 'string' ? name : '';
}

type Sort = 'class' | 'function' | 'const' | 'variable';

const definitions: Readonly<Record<string, Sort>> = {
  class: 'class',
  interface: 'class',
  trait: 'class',
  enum: 'class',
  function: 'function',
};

/** Undefined if the file cannot be parsed. */
export function phpAnswer(parser: PhpParser, text: string): Answer | undefined {
  try {
    const program: unknown = parser.parseCode(text, 'file.php');
    if (!isNode(program)) return undefined;
    const scan = new Scan();
    scan.body(program);
    return scan.answer();
  } catch {
    return undefined;
  }
}

interface Sighting {
  readonly name: string;
  readonly offset: number;
  readonly sort: Sort;
}

class Scan {
  private readonly statements: (readonly [number, number])[] = [];
  private readonly definitions: Spot[] = [];
  private readonly known = new Map<string, NameKind>();
  private readonly seen: Sighting[] = [];

  answer(): Answer {
    const uses = this.seen.flatMap(({ name, offset, sort }): Spot[] => {
      const kind = this.known.get(key(sort, name));
      return kind ? [{ name, offset, kind }] : [];
    });
    return { statements: this.statements, definitions: this.definitions, uses };
  }

  private define(sort: Sort, name: string, offset: number, kind: NameKind): void {
    this.definitions.push({ name, offset, kind });
    if (!this.known.has(key(sort, name))) this.known.set(key(sort, name), kind);
  }

  /** The statements of a file or namespace; those inside conditions count as top-level. */
  body(node: PhpNode): void {
    for (const child of nodesIn(node.children)) {
      const { kind, loc } = child;
      if (kind === 'namespace' || kind === 'block') this.body(child);
      else if (kind === 'usegroup') this.imported(child);
      else if (kind === 'if') this.condition(child);
      else if (kind !== 'inline') {
        const members = definitions[kind] === 'class' ? nodesIn(child.body) : [];
        // The members of a type are compared individually.
        this.statements.push([loc.start.offset, members[0]?.loc.start.offset ?? loc.end.offset]);
        for (const member of members) this.statements.push([member.loc.start.offset, member.loc.end.offset]);
        this.definedBy(child);
        this.visit(child, true);
      }
    }
  }

  private condition(node: PhpNode): void {
    for (const test of nodesIn(node.test)) this.visit(test, true);
    for (const branch of [...nodesIn(node.body), ...nodesIn(node.alternate)]) {
      if (branch.kind === 'if') this.condition(branch);
      else this.body(branch);
    }
  }

  private imported(group: PhpNode): void {
    for (const item of nodesIn(group.items)) {
      const path = textOf(item.name);
      const name = textOf(item.alias) || path.slice(path.lastIndexOf('\\') + 1);
      const type = item.type ?? group.type;
      this.define(type === 'function' || type === 'const' ? type : 'class', name, item.loc.start.offset, 'import');
    }
  }

  private definedBy(node: PhpNode): void {
    const sort = definitions[node.kind];
    const { offset } = node.loc.start;
    if (sort) this.define(sort, textOf(node.name), offset, 'global');
    for (const constant of node.kind === 'constantstatement' ? nodesIn(node.constants) : []) {
      this.define('const', textOf(constant.name), constant.loc.start.offset, 'global');
    }
    if (node.kind !== 'expressionstatement') return;
    for (const expression of nodesIn(node.expression)) {
      const [left] = nodesIn(expression.left);
      const [first] = nodesIn(expression.arguments);
      if (expression.kind === 'assign' && left?.kind === 'variable') {
        this.define('variable', `$${textOf(left)}`, left.loc.start.offset, 'global');
      } else if (expression.kind === 'call' && /^\\?define$/i.test(textOf(expression.what)) && first) {
        const value = first.value;
        if (typeof value === 'string') this.define('const', value, first.loc.start.offset, 'global');
      }
    }
  }

  private see(sort: Sort, spelled: string, offset: number): void {
    if (spelled.startsWith('\\')) return;
    const [first = ''] = spelled.split('\\');
    this.seen.push({ name: first, offset, sort: spelled === first ? sort : 'class' });
  }

  /** @param sees true if the file's variables are visible here. */
  private visit(node: PhpNode, sees: boolean, sort: Sort = 'const'): void {
    const { kind, loc } = node;
    const { offset } = loc.start;
    if (kind === 'name' && node.resolution !== 'rn') this.see(sort, textOf(node), offset);
    else if (kind === 'attribute') this.see('class', textOf(node), offset);
    else if (kind === 'variable' && sees && typeof node.name === 'string')
      this.see('variable', `$${node.name}`, offset);
    else if (kind === 'global') for (const item of nodesIn(node.items)) this.visit(item, true);
    for (const [field, value] of Object.entries(node)) {
      for (const child of nodesIn(value)) this.visit(child, this.seesIn(node, field, sees), sortOf(node, field));
    }
  }

  private seesIn({ kind }: PhpNode, field: string, sees: boolean): boolean {
    if (kind === 'closure' && field === 'uses') return sees;
    return sees && !/^(function|method|closure|class|trait|enum|interface)$/.test(kind);
  }
}

function key(sort: Sort, name: string): string {
  return `${sort} ${sort === 'class' || sort === 'function' ? name.toLowerCase() : name}`;
}

/** What kind of definition a name in a field of a node refers to. */
function sortOf({ kind, type }: PhpNode, field: string): Sort {
  if (kind === 'call' && field === 'what') return 'function';
  if (kind === 'bin' && type === 'instanceof' && field === 'right') return 'class';
  if (/^(what|extends|implements|traits|type|types)$/.test(field)) return 'class';
  return 'const';
}
