import type { IdentifierRole, Language, LanguageReferences } from '../../languages/language';
import type { Grammar } from '../../syntax/grammar';
import { errorTypeId, type Node } from '../../syntax/syntax-node';

export const roleCodes: readonly IdentifierRole[] = [
  'reference',
  'name',
  'pass',
  'bind',
  'bindFunction',
  'bindOuter',
  'bindBoth',
  'global',
];
export const noRole = 255;
/** Codes from here on are role functions of a language. */
export const firstRoleFunction = 32;
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
    const each = (key: string, set: (edge: number) => void): void => {
      const [type = '', field] = key.split('.');
      const fieldId = field === undefined ? -1 : grammar.fields.indexOf(field);
      for (const id of ids.get(type) ?? []) {
        if (fieldId >= 0) this.needsField[id] = 1;
        if (fieldId >= 0) set(id * this.fields + fieldId);
        else if (field === undefined) for (let i = 0; i < this.fields; i++) set(id * this.fields + i);
      }
    };
    for (const type of references.identifiers) {
      for (const id of ids.get(type) ?? []) this.leaves[id] = references.typeIdentifiers?.includes(type) ? 2 : 1;
    }
    for (const type of references.paths ?? []) for (const id of ids.get(type) ?? []) this.leaves[id] = 4;
    for (const type of references.texts ?? []) for (const id of ids.get(type) ?? []) this.leaves[id] = 3;
    for (const key of references.typeIdentifiers ?? [])
      if (key.includes('.')) each(key, (edge) => this.typeEdges.add(edge));
    for (const [type, scope] of Object.entries(references.scopes)) {
      for (const id of ids.get(type) ?? []) this.scopes[id] = scopeCodes[scope];
    }
    // Types first, then fields, which override their type.
    const roles = Object.entries(references.roles).sort(
      ([a], [b]) => Number(a.includes('.')) - Number(b.includes('.')),
    );
    for (const [key, role] of roles) {
      // One code per rule: a key without a field has an edge for every field, and codes are bytes.
      const code =
        typeof role === 'string' ? roleCodes.indexOf(role) : firstRoleFunction + this.functions.push(role) - 1;
      each(key, (edge) => {
        this.edges[edge] = code;
      });
    }
    for (const key of references.outside ?? []) {
      each(key, (edge) => {
        this.outside[edge] = 1;
      });
    }
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
