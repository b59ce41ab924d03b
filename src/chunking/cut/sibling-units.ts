/** Makes units of sibling nodes: comments go with what they document, short neighbours on a line stay together. */
import type { Node } from '../../syntax/syntax-node';
import { leadingCount } from '../identify/leading-nodes';
import { lineStarters } from '../identify/line-starters';
import type { Definition, Outline, OutlineItem } from '../identify/outline';
import { scopeAfter } from '../identify/scopes';
import type { SourceText } from '../source-text';
import type { Scope } from './atom';
import { gapStrength } from './gap-strength';
import type { Unit, UnitPlace } from './unit';

export class SiblingUnits {
  constructor(
    private readonly source: SourceText,
    private readonly maxTokens: number,
  ) {}

  /**
   * Sibling nodes as units that cover `start` to `end`. The text before the first is the head: the signature of the opened
   * definition. The text after the last (a closing brace) belongs to the last.
   */
  of(
    outline: Outline,
    nodes: readonly Node[],
    start: number,
    end: number,
    place: UnitPlace,
    head?: Definition,
    headScope: readonly Scope[] = place.scope,
  ): Unit[] {
    const { source } = this;
    const units: Unit[] = [];
    let scope = place.scope;
    let pending: OutlineItem[] = [];
    let last: OutlineItem | undefined;

    const add = (from: number, item: OutlineItem): void => {
      const line = source.lineStart(source.lineAt(from));
      const afterText = last !== undefined && outline.isLoose(last) && last.node.startIndex < line;
      const aligned = source.indentStart(from) ?? (afterText ? line : undefined);
      const at = Math.max(start, aligned ?? from);
      const isStatement = item.is === 'statement';
      const fallback = item.type === 'ERROR' ? 'syntax-error' : isStatement ? place.fallback : undefined;
      const { depth, level } = place;
      const strength =
        aligned === undefined ? gapStrength.midLine(depth) : gapStrength.between(source, depth, last, item, at);
      // Same field order as in the other place that makes units: one shape for all.
      units.push({
        start: at,
        end,
        strength,
        depth,
        gapDepth: depth,
        scope,
        is: item.is === 'import' ? 'import' : item.is === 'comment' ? 'comment' : 'code',
        node: item.node,
        level,
        own: at,
        definition: item.is === 'definition' ? item.definition : undefined,
        about: undefined,
        held: undefined,
        fallback,
      });
      last = item;
    };

    const flush = (next: OutlineItem | undefined): number => {
      const leading = next ? leadingCount(source, pending, next) : 0;
      const free = pending.length - leading;
      let before: OutlineItem | undefined;
      for (const item of pending.slice(0, free)) {
        // Adjacent comments without a blank line between them are one unit.
        const continues = before !== undefined && source.blankLines(before.end, item.node.startIndex) === 0;
        if (!continues) add(item.node.startIndex, item);
        before = item;
      }
      const first = pending[free];
      pending = [];
      return first?.node.startIndex ?? next?.node.startIndex ?? end;
    };

    for (const node of place.depth > 0 ? lineStarters(source, outline, nodes) : nodes) {
      if (node.startIndex >= end) break;
      const item = outline.item(node, place.level);
      if (source.isBlank(node.startIndex, item.end)) continue;
      const aligned = source.indentStart(node.startIndex) !== undefined;
      if (item.is === 'comment' || item.is === 'attribute') {
        // A comment after code on its line stays with it.
        if (aligned || (units.length === 0 && node.startIndex === start)) pending.push(item);
        continue;
      }
      const previous = units.at(-1);
      if (!aligned && pending.length === 0 && item.is !== 'definition') {
        // A cut inside a line is a last resort: short neighbours on a line stay together.
        if (item.end - (previous?.start ?? start) <= this.maxTokens) {
          last = item;
          continue;
        }
      }
      const names = outline.fileScope(item);
      // The statement itself is outside its namespace.
      if (names) scope = place.scope;
      add(flush(item), item);
      for (const comment of outline.tail(node)) {
        if (comment.startIndex < end) pending.push(outline.item(comment, place.level));
      }
      if (names) scope = scopeAfter(place.scope, names, source.text.slice(node.startIndex, item.end));
    }
    flush(undefined);

    const first = units.length > 0 ? units[0] : undefined;
    if (!first || (first.start > start && !source.isBlank(start, first.start))) {
      const { depth, level, fallback } = place;
      units.unshift({
        start,
        end,
        strength: 0,
        depth,
        gapDepth: depth,
        scope: headScope,
        is: 'code',
        node: undefined,
        level,
        own: start,
        definition: head,
        about: undefined,
        held: undefined,
        fallback,
      });
      const second = units.length > 1 ? units[1] : undefined;
      if (second && depth > 0 && !gapStrength.isMidLine(second.strength)) {
        const kind = head ? (head.container ? 'container' : 'function') : 'statement';
        second.strength = gapStrength.afterHead(kind, depth);
      }
    }
    let next = end;
    for (let i = units.length - 1; i >= 0; i--) {
      const unit = units[i];
      if (!unit) continue;
      if (i === 0) unit.start = start;
      unit.end = next;
      next = unit.start;
    }
    return units;
  }
}
