/** Makes units of sibling nodes: comments go with what they document, short neighbours on a line stay together. */
import type { Node } from '../../syntax/syntax-node';
import type { Definition, Outline, OutlineItem } from '../identify/outline';
import { type Scope, scopeAfter } from '../identify/scopes';
import type { SourceText, TextRange } from '../source-text';
import { type Unit, type UnitPlace, unitAt } from './atom';
import { gapStrength } from './gap-strength';

/** What the text before the first node is: the signature of the opened definition, in a scope of its own. */
interface UnitsHead {
  readonly definition: Definition | undefined;
  readonly scope: readonly Scope[];
  /** It is the signature of a function without a name of its own: `const f = () => {`. */
  readonly isFunction?: boolean;
}

export class SiblingUnits {
  constructor(
    private readonly source: SourceText,
    private readonly maxTokens: number,
  ) {}

  /**
   * Sibling nodes as units that cover the range. The text before the first is the head. The text after the last (a closing brace)
   * belongs to the last.
   */
  of(
    outline: Outline,
    nodes: readonly Node[],
    range: TextRange,
    place: UnitPlace,
    head: UnitsHead = { definition: undefined, scope: place.scope },
  ): Unit[] {
    const run = new UnitRun(this.source, outline, range, place);
    for (const node of place.depth > 0 ? lineStarters(this.source, outline, nodes) : nodes) {
      if (node.startIndex >= range.end) break;
      run.read(node, this.maxTokens);
    }
    return run.finish(head);
  }
}

class UnitRun {
  private readonly units: Unit[] = [];
  private scope: readonly Scope[];
  /** Comments and attributes that may belong to what follows. */
  private pending: OutlineItem[] = [];
  private last: OutlineItem | undefined;

  constructor(
    private readonly source: SourceText,
    private readonly outline: Outline,
    private readonly range: TextRange,
    private readonly place: UnitPlace,
  ) {
    this.scope = place.scope;
  }

  read(node: Node, maxTokens: number): void {
    const { source, outline, place } = this;
    const { start, end } = this.range;
    const own = outline.item(node, place.level);
    const item = place.level === 'module' && outline.holdsImports(own) ? asImport(own) : own;
    if (source.isBlank(node.startIndex, item.end)) return;
    const aligned = source.indentStart(node.startIndex) !== undefined;
    if (item.is === 'comment' || item.is === 'attribute') {
      // A comment after code on its line stays with it.
      if (aligned || (this.units.length === 0 && node.startIndex === start)) this.pending.push(item);
      return;
    }
    if (!aligned && this.pending.length === 0 && item.is !== 'definition') {
      // A cut inside a line is a last resort: short neighbours on a line stay together.
      if (item.end - (this.units.at(-1)?.start ?? start) <= maxTokens) {
        this.last = item;
        return;
      }
    }
    const names = outline.fileScope(item);
    // The statement itself is outside its namespace.
    if (names) this.scope = place.scope;
    this.add(this.flush(item), item);
    for (const comment of outline.tail(node)) {
      if (comment.startIndex < end) this.pending.push(outline.item(comment, place.level));
    }
    if (names) this.scope = scopeAfter(place.scope, names, source.text.slice(node.startIndex, item.end));
  }

  finish(head: UnitsHead): Unit[] {
    this.flush(undefined);
    this.putHead(head);
    const { units } = this;
    let next = this.range.end;
    for (let i = units.length - 1; i >= 0; i--) {
      const unit = units[i];
      if (!unit) continue;
      if (i === 0) unit.start = this.range.start;
      unit.end = next;
      next = unit.start;
    }
    return units;
  }

  private add(from: number, item: OutlineItem): void {
    const { source, outline, last } = this;
    const line = source.lineStart(source.lineAt(from));
    const afterText = last !== undefined && outline.isLoose(last) && last.node.startIndex < line;
    const aligned = source.indentStart(from) ?? (afterText ? line : undefined);
    const at = Math.max(this.range.start, aligned ?? from);
    const isStatement = item.is === 'statement';
    const fallback = item.type === 'ERROR' ? 'syntax-error' : isStatement ? this.place.fallback : undefined;
    const { depth } = this.place;
    const strength =
      aligned === undefined ? gapStrength.midLine(depth) : gapStrength.between(source, depth, last, item, at);
    this.units.push(
      unitAt(this.place, at, this.range.end, {
        strength,
        scope: this.scope,
        is: item.is === 'import' || item.is === 'comment' ? item.is : 'code',
        node: item.node,
        definition: item.is === 'definition' ? item.definition : undefined,
        fallback,
      }),
    );
    this.last = item;
  }

  /** Makes units of the pending items that do not belong to what follows; returns where what follows begins. */
  private flush(next: OutlineItem | undefined): number {
    const { source, pending } = this;
    const leading = next ? leadingCount(source, pending, next) : 0;
    const free = pending.length - leading;
    let before: OutlineItem | undefined;
    for (const item of pending.slice(0, free)) {
      // Adjacent comments without a blank line between them are one unit.
      const continues = before !== undefined && source.blankLines(before.end, item.node.startIndex) === 0;
      if (!continues) this.add(item.node.startIndex, item);
      before = item;
    }
    const first = pending[free];
    this.pending = [];
    return first?.node.startIndex ?? next?.node.startIndex ?? this.range.end;
  }

  /** The text before the first unit, if there is any. */
  private putHead({ definition, scope, isFunction }: UnitsHead): void {
    const { units } = this;
    const { start, end } = this.range;
    const first = units.length > 0 ? units[0] : undefined;
    if (first && (first.start <= start || this.source.isBlank(start, first.start))) return;
    const { depth } = this.place;
    units.unshift(unitAt(this.place, start, end, { scope, definition }));
    const second = units.length > 1 ? units[1] : undefined;
    if (!second || depth === 0 || gapStrength.isMidLine(second.strength)) return;
    const kind = definition?.container ? 'container' : definition || isFunction ? 'function' : 'statement';
    second.strength = gapStrength.afterHead(kind, depth);
  }
}

function asImport({ node, type, end }: OutlineItem): OutlineItem {
  return { is: 'import', node, type, end, imported: { names: [] }, definition: undefined };
}

/**
 * Decides which comments and attributes belong to the node that follows: attributes always, doc comments across one blank line at
 * most, other comments only without a blank line. A licence at the top of a file belongs to the file.
 */

const licence = /copyright|licen[cs]e|spdx-/i;

/** The number of items directly before `next` that belong to it. */
export function leadingCount(source: SourceText, pending: readonly OutlineItem[], next: OutlineItem): number {
  let leading = 0;
  let below = next.node.startIndex;
  for (let i = pending.length - 1; i >= 0; i--) {
    const item = pending[i];
    if (!item) break;
    const blank = source.blankLines(item.end, below);
    const isDoc = /^(\/\*\*|\/\/\/|--\||\{-\||#')/.test(
      source.text.slice(item.node.startIndex, item.node.startIndex + 3),
    );
    const belongs =
      item.is === 'attribute' || blank === 0 || (blank === 1 && isDoc && next.is === 'definition' && leading === 0);
    if (!belongs) break;
    leading++;
    below = item.node.startIndex;
  }
  // A first comment that mentions a licence is about the file.
  const top = pending[0];
  if (leading === pending.length && top?.is === 'comment' && source.isBlank(0, top.node.startIndex)) {
    let count = 0;
    let hasLicence = false;
    let before: OutlineItem | undefined;
    for (const item of pending) {
      if (item.is !== 'comment') break;
      if (before && source.blankLines(before.end, item.node.startIndex) > 0) break;
      hasLicence ||= licence.test(source.text.slice(item.node.startIndex, item.end));
      count++;
      before = item;
    }
    if (hasLicence) return leading - count;
  }
  return leading;
}

/**
 * Replaces nodes that begin inside a line and continue on later lines (`else {…}`, the arguments of a call) by their children, so
 * that a cut falls at the start of a line inside them. Definitions and functions are kept.
 *
 * Finds where code that begins inside a line may be cut.
 */
function lineStarters(
  source: SourceText,
  outline: Outline,
  nodes: readonly Node[],
  found: Node[] = [],
): readonly Node[] {
  for (const node of nodes) {
    if (continuesOnNextLine(source, outline, node)) lineStarters(source, outline, node.namedChildren, found);
    else found.push(node);
  }
  return found;
}

function continuesOnNextLine(source: SourceText, outline: Outline, node: Node): boolean {
  const isInLine = source.indentStart(node.startIndex) === undefined;
  if (!isInLine || node.namedChildCount === 0 || isUnnamedFunction(node) || outline.isDefinition(node)) return false;
  return node.endIndex > source.lineStart(source.lineAt(node.startIndex) + 1);
}

/** True for functions without a name, which language files do not list: arrow functions, lambdas, closures. */
export function isUnnamedFunction(node: Node): boolean {
  return /function|lambda|closure|arrow/.test(node.type);
}
