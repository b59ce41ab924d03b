/** Says what an identifier is by its place in the tree: whether it uses a name or binds one, and where a binding is visible. */
import { type IdentifierRole, identifierRoles, type Language, type LanguageReferences } from '../../languages/language';
import type { Grammar } from '../../syntax/grammar';
import { errorTypeId, type Node, type NodePath } from '../../syntax/syntax-node';

/** Where a local name is visible. */
export interface LocalScope {
  readonly scopeStart: number;
  readonly scopeEnd: number;
  readonly from: number;
  readonly inClass: boolean;
  /** Undefined for both types and values. */
  readonly isType: boolean | undefined;
}

/** The place of a use, as far as bindings can hide names there. */
export interface UsePlace {
  readonly offset: number;
  readonly isType: boolean;
  /** Start of the innermost function or class scope around it, -1 at module level: names of class bodies need it. */
  readonly scope: number;
  /** Start of a scope that contains it but whose names it does not see. */
  readonly outsideOf: number;
}

/** Moves along a file, word by word, in ascending order. */
export class NameRoles {
  /** Depth of the node of the current word in `path`. */
  depth = 0;
  /** Kind of that node, as in `ReferenceRules.leaves`; 0: no identifier. */
  leaf = 0;
  /** The node is exactly the word. */
  isWord = false;
  isType = false;
  /** Depth of the node whose edge decided the role. */
  private decidedAt = 0;

  constructor(
    readonly rules: ReferenceRules,
    readonly path: NodePath,
  ) {}

  moveTo(start: number, end: number): void {
    const { path, rules } = this;
    path.moveTo(start);
    let depth = path.depth;
    // PHP's `$foo` is a node around `$` and `foo`: the smallest node with the whole word counts.
    while (depth > 0 && path.startAt(depth) === start && path.endAt(depth) < end) depth--;
    this.depth = depth;
    this.leaf = rules.leaves[path.typeAt(depth)] ?? 0;
    this.isWord = path.startAt(depth) === start && (path.endAt(depth) === end || this.leaf === 4);
  }

  /** The edge above the current word is among the language's `typeIdentifiers`. */
  get isTypeEdge(): boolean {
    const { path, rules, depth } = this;
    return depth > 0 && rules.isTypeEdge(path.typeAt(depth - 1), path.fieldAt(depth));
  }

  /** The role of the current word, which must be an identifier. */
  role(): IdentifierRole {
    const { path, rules, depth } = this;
    this.isType = this.leaf === 2 || this.isTypeEdge;
    let role = 0;
    let at = depth;
    for (; at > 0; at--) {
      let code = rules.role(path.typeAt(at - 1), path.fieldAt(at));
      if (code === noRole) break;
      const decide = rules.functions[code - firstRoleFunction];
      if (decide) code = identifierRoles.indexOf(decide(path.nodeAt(at)));
      role = code;
      if (identifierRoles[code] !== 'pass') break;
    }
    this.decidedAt = at;
    return identifierRoles[role] ?? 'reference';
  }

  /** The place of the current word, of which `role` was asked. */
  place(): UsePlace {
    const { path, rules, depth, isType } = this;
    let scope = -1;
    let outsideOf = -1;
    let outside = false;
    for (let i = depth; i >= 0; i--) {
      const code = rules.scopes[path.typeAt(i)];
      if (code && i < depth) {
        if (outside && outsideOf < 0) outsideOf = path.startAt(i);
        else if (code >= scopeCodes.function) {
          scope = path.startAt(i);
          break;
        }
      }
      if (i > 0 && outsideOf < 0 && rules.isOutside(path.typeAt(i - 1), path.fieldAt(i))) outside = true;
    }
    return { offset: path.startAt(depth), isType, scope, outsideOf };
  }

  /** Where the name that the current word binds is visible; undefined at module level. */
  localScope(role: IdentifierRole): LocalScope | undefined {
    const { path, rules, depth, isType } = this;
    let skip = role === 'bindOuter' || role === 'bindBoth' ? 1 : 0;
    for (let i = depth - 1; i >= 0; i--) {
      const scope = rules.scopes[path.typeAt(i)];
      if (!scope || (role === 'bindFunction' && scope === scopeCodes.block)) continue;
      if (skip-- > 0) continue;
      return {
        scopeStart: path.startAt(i),
        scopeEnd: this.scopeEnd(i),
        from: this.visibleFrom(i),
        inClass: scope === scopeCodes.class,
        isType: role === 'bindBoth' ? undefined : isType,
      };
    }
    return undefined;
  }

  /**
   * Where the local becomes visible: in some languages only after its declaration (`let x = x.y;`). If the declaration is itself
   * the scope (a loop, a match arm), the local is visible right after its name.
   */
  private visibleFrom(scopeDepth: number): number {
    const { path, rules, depth, decidedAt } = this;
    if (!rules.fromDeclaration) return path.startAt(scopeDepth);
    return path.endAt(decidedAt - 1 > scopeDepth ? decidedAt - 1 : depth);
  }

  private scopeEnd(depth: number): number {
    const { path, rules } = this;
    const end = path.endAt(depth);
    if (!rules.reach) return end;
    let node: Node = path.nodeAt(depth);
    const type = rules.reach[node.type];
    if (type === undefined) return end;
    while (node.parent && rules.reach[node.parent.type] !== undefined) node = node.parent;
    const next = node.nextNamedSibling;
    return next?.type === type ? next.endIndex : node.endIndex;
  }
}

/** True if a local of the same name hides outer names at a place. */
export function hides(local: LocalScope, use: UsePlace): boolean {
  return (
    use.offset >= local.from &&
    use.offset >= local.scopeStart &&
    use.offset < local.scopeEnd &&
    local.scopeStart !== use.outsideOf &&
    (!local.inClass || local.scopeStart === use.scope) &&
    (local.isType === undefined || local.isType === use.isType)
  );
}

const noRole = 255;
/** Codes from here on are role functions of a language. */
const firstRoleFunction = 32;
export const scopeCodes = { block: 1, function: 2, class: 3 } as const;

/** A language's reference rules as tables over the type and field ids of its grammar. */
export class ReferenceRules {
  /** By type id: 1 identifier, 2 identifier of a type, 3 text, 4 path. */
  readonly leaves: Uint8Array;
  readonly scopes: Uint8Array;
  readonly needsField: Uint8Array;
  private readonly edges: Uint8Array;
  private readonly outside: Uint8Array;
  private readonly fields: number;
  readonly fromDeclaration: boolean;
  readonly functions: ((node: Node) => IdentifierRole)[] = [];
  readonly typeEdges = new Set<number>();
  readonly reach: Readonly<Record<string, string>> | undefined;

  constructor(references: LanguageReferences, grammar: Grammar) {
    const types = grammar.types;
    this.fields = grammar.fields.length + 1;
    // Large enough for the type of errors: V8 recompiles code that reads beyond the end of a table.
    this.leaves = new Uint8Array(errorTypeId + 1);
    this.scopes = new Uint8Array(errorTypeId + 1);
    this.needsField = new Uint8Array(errorTypeId + 1);
    this.edges = new Uint8Array(types.length * this.fields).fill(noRole);
    this.outside = new Uint8Array(types.length * this.fields);
    this.fromDeclaration = references.bindFrom === 'declaration';
    this.reach = references.reach;
    const ids = new Map<string, number[]>();
    types.forEach((type, id) => {
      // A type name can have several ids: one per alias in the grammar.
      ids.set(type, [...(ids.get(type) ?? []), id]);
    });
    const mark = (table: Uint8Array, keys: readonly string[] = [], code = 1): void => {
      for (const key of keys) for (const id of ids.get(key) ?? []) table[id] = code;
    };
    const each = (keys: readonly string[] = [], set: (edge: number) => void): void => {
      for (const key of keys) {
        const [type = '', field] = key.split('.');
        const fieldId = field === undefined ? -1 : grammar.fields.indexOf(field);
        for (const id of ids.get(type) ?? []) {
          if (fieldId >= 0) this.needsField[id] = 1;
          if (fieldId >= 0) set(id * this.fields + fieldId);
          else if (field === undefined) for (let i = 0; i < this.fields; i++) set(id * this.fields + i);
        }
      }
    };
    const { identifiers = ['identifier'], typeIdentifiers = [], paths, texts, outside } = references;
    mark(this.leaves, identifiers);
    mark(
      this.leaves,
      identifiers.filter((type) => typeIdentifiers.includes(type)),
      2,
    );
    mark(this.leaves, paths, 4);
    mark(this.leaves, texts, 3);
    each(
      typeIdentifiers.filter((key) => key.includes('.')),
      (edge) => this.typeEdges.add(edge),
    );
    for (const [type, scope] of Object.entries(references.scopes)) mark(this.scopes, [type], scopeCodes[scope]);
    // Types first, then fields, which override their type.
    const roles = Object.entries(references.roles).sort(
      ([a], [b]) => Number(a.includes('.')) - Number(b.includes('.')),
    );
    for (const [key, role] of roles) {
      // One code per rule: a key without a field has an edge for every field, and codes are bytes.
      const code =
        typeof role === 'string' ? identifierRoles.indexOf(role) : firstRoleFunction + this.functions.push(role) - 1;
      each([key], (edge) => this.edges.fill(code, edge, edge + 1));
    }
    each(outside, (edge) => this.outside.fill(1, edge, edge + 1));
  }

  isTypeEdge(parentType: number, field: number): boolean {
    return this.typeEdges.has(parentType * this.fields + field);
  }

  role(parentType: number, field: number): number {
    if (parentType === errorTypeId) return noRole;
    return this.edges[parentType * this.fields + field] ?? noRole;
  }

  isOutside(parentType: number, field: number): boolean {
    return parentType !== errorTypeId && this.outside[parentType * this.fields + field] === 1;
  }
}

/** A comment on a line of its own. */
export function commentLine({ comment: [open, close] }: Pick<Language, 'comment'>, text: string): string {
  const mark = close.trim();
  // A closing mark inside would end the comment early.
  const safe = mark === '' ? text : text.split(mark).join('');
  return `${open}${safe}${close}`;
}
