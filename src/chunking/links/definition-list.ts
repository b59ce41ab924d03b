/** Lists the definitions of a file for its links, each with what it is inside. */
import type { Node } from '../../syntax/syntax-node';
import type { Definition, Outline, OutlineLevel } from '../identify/outline';
import type { SourceText } from '../source-text';

export interface ListedDefinition {
  readonly definition: Definition;
  readonly name: string;
  readonly nameStart: number;
  /** The number of the definition around it; -1 at module level. */
  readonly container: number;
  readonly start: number;
  readonly end: number;
  readonly signatureEnd: number;
  readonly isType: boolean;
}

/** Longer ones are cut: nobody reads a signature of a thousand characters. */
const maxSignature = 400;

export class DefinitionList {
  /** In the order of the text, containers before what is inside them. */
  readonly all: ListedDefinition[] = [];
  private readonly byNameStart = new Map<number, number>();
  private readonly membersOf = new Map<string, number>();

  constructor(
    private readonly outline: Outline,
    private readonly source: SourceText,
    roots: readonly Node[],
  ) {
    for (const root of roots) this.collect(root.namedChildren, 'module', -1);
  }

  /** The number of the definition whose name starts at an offset; -1: none. */
  named(nameStart: number): number {
    return this.byNameStart.get(nameStart) ?? -1;
  }

  /** The number of a member of a definition; -1: it has none of that name in this file. */
  member(container: number, name: string): number {
    return this.membersOf.get(`${container} ${name}`) ?? -1;
  }

  /** The number of the innermost type around an offset; -1: none. Ask for offsets in any order. */
  typeAround(offset: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    let at = low - 1;
    while (at >= 0) {
      const entry = this.all[at];
      if (!entry) return -1;
      if (offset < entry.end && entry.isType) return at;
      // The definition before it in the text ends before the offset, or is around it.
      at = offset < entry.end ? entry.container : at - 1;
      if (at >= 0 && (this.all[at]?.end ?? 0) <= offset) at = this.all[at]?.container ?? -1;
    }
    return -1;
  }

  private collect(nodes: readonly Node[], level: OutlineLevel, container: number): void {
    for (const node of nodes) {
      const item = this.outline.item(node, level);
      if (item.is === 'definition') this.add(item.definition, container);
      else if (item.is === 'statement' && this.outline.isTransparent(item))
        this.collect(node.namedChildren, level, container);
    }
  }

  private add(definition: Definition, container: number): void {
    const { names, start, end, container: holds } = definition;
    const first = this.all.length;
    const signatureEnd = names.length > 0 ? this.signatureEnd(definition) : start;
    for (const { text, start: nameStart } of names) {
      const number = this.all.length;
      this.byNameStart.set(nameStart, number);
      const key = `${container} ${text}`;
      if (!this.membersOf.has(key)) this.membersOf.set(key, number);
      this.all.push({
        definition,
        name: text,
        nameStart,
        container,
        start,
        end,
        signatureEnd,
        isType: holds === 'type',
      });
    }
    if (!holds) return;
    // A container without a name adds to what is around it: Ruby's `class << self`, Kotlin's `companion object`.
    this.collect(
      this.outline.inside(definition),
      holds === 'type' ? 'type' : 'module',
      names.length > 0 ? first : container,
    );
  }

  private signatureEnd({ inner, start, end }: Definition): number {
    const body = this.outline.body(inner);
    const stop = body ? body.startIndex : Math.min(end, this.source.lineStart(this.source.lineAt(start) + 1));
    return this.source.trimEnd(start, Math.max(start, Math.min(stop, start + maxSignature)));
  }
}
