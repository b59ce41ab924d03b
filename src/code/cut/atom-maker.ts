/**
 * Turns a syntax tree into atoms: the smallest stretches of text that may become a chunk, in source order, without gaps.
 * A node that fits the limit is one atom and is never opened. A node that does not fit is opened, recursively: a definition into its
 * head and the members or statements of its body, any other node into its children, a leaf into lines, a line into characters.
 * The atom of a definition starts with the doc comments, decorators and attributes that belong to it.
 * The head of an opened node stays with what follows: the first statement is opened too if it does not fit beside the head.
 */
import type { Node } from '../../syntax/syntax-node';
import type { CountedText } from '../../tokens/counter-table';
import type { Fallback } from '../chunk';
import type { Definition, Outline, OutlineLevel } from '../identify/outline';
import { scopeInside } from '../identify/scopes';
import type { SourceText } from '../source-text';
import { type Atom, copyUnit, finishAtom, lineAtoms, type Unit, type UnitPlace } from './atom';
import { gapStrength } from './gap-strength';
import { isUnnamedFunction, SiblingUnits } from './sibling-units';

/** Nodes nested deeper are not opened: such nesting is generated, and the stack is finite. */
const maxDepth = 64;

export class AtomMaker {
  private readonly units: SiblingUnits;

  constructor(
    private readonly source: SourceText,
    private readonly counted: CountedText,
    private readonly maxTokens: number,
  ) {
    this.units = new SiblingUnits(source, maxTokens);
  }

  /** The atoms from `start` to `end`; `nodes` are the siblings in that range. */
  make(outline: Outline, nodes: readonly Node[], start: number, end: number, head?: Definition): Atom[] {
    const atoms: Atom[] = [];
    const place: UnitPlace = { level: 'module', depth: 0, scope: [], fallback: undefined };
    this.placeAll(
      outline,
      this.units.of(outline, nodes, { start, end }, place, { definition: head, scope: place.scope }),
      atoms,
    );
    return atoms;
  }

  /** @param room max tokens of the first atom: less than the limit after a head. */
  private placeAll(outline: Outline, units: readonly Unit[], atoms: Atom[], room = this.maxTokens): void {
    let afterOpened = false;
    let left = room;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i];
      if (!unit) continue;
      const isLarge = !this.fits(unit.start, unit.end);
      const opened = isLarge || (left < this.maxTokens && this.opensForHead(outline, unit, left));
      // An opened unit is never whole in a chunk, so the gaps on both sides of it are stronger.
      if (opened || afterOpened) unit.strength = gapStrength.besideOpened(unit.strength);
      this.place(outline, unit, opened || this.opensToFill(outline, unit), atoms, left);
      afterOpened = opened;
      const next = i + 1 < units.length ? units[i + 1] : undefined;
      left = next && !opened ? this.roomAfter(unit, next, left) : this.maxTokens;
    }
  }

  /** The room for the atom after a unit: what a head leaves, otherwise everything. */
  private roomAfter(unit: Unit, next: Unit, room: number): number {
    const { strength } = next;
    const isHead = gapStrength.isAfterHead(strength);
    if (!isHead && !gapStrength.isMidLine(strength)) return this.maxTokens;
    if (!isHead && room === this.maxTokens) {
      // The first part of a long line is a head only if it is short: `describe('…', ` before a function.
      const line = Math.max(unit.start, this.source.lineStart(this.source.lineAt(next.start)));
      if (!this.fits(line, unit.end, room / 8)) return room;
    }
    const tokens = this.counted.count(unit.start, unit.end);
    // A unit that did not fit into the room starts a chunk of its own.
    return (tokens <= room ? room : this.maxTokens) - tokens;
  }

  /** True if a unit that fits is opened, so that the head before it keeps at least its first line. */
  private opensForHead(outline: Outline, unit: Unit, room: number): boolean {
    const { node, definition, start, end } = unit;
    if (!node || definition || this.fits(start, end, room)) return false;
    const line = this.firstLineEnd(unit);
    if (line >= end || !this.fits(start, line, room)) return false;
    return !isMostlyFunction(outline, node);
  }

  /** True for a large statement in a function that does not fit: its parts are fuller if a cut may be inside the statement. */
  private opensToFill(outline: Outline, { node, definition, level, start, end }: Unit): boolean {
    if (level !== 'function' || !node || definition || this.fits(start, end, this.maxTokens / 4)) return false;
    return !isText(node) && !isMostlyFunction(outline, node);
  }

  private place(outline: Outline, unit: Unit, opened: boolean, atoms: Atom[], room: number): void {
    if (!opened) {
      const { node, definition, level } = unit;
      if (node && !definition && outline.isTransparent(outline.item(node, level))) {
        unit.held = outline.definitionsIn(node, level);
      }
      atoms.push(finishAtom(unit));
      return;
    }
    const parts = unit.depth < maxDepth ? this.open(outline, unit) : undefined;
    const first = parts?.[0];
    if (parts && first) {
      // The gap before the first part is the gap before the whole.
      first.strength = unit.strength;
      first.gapDepth = unit.gapDepth;
      this.placeAll(outline, parts, atoms, room);
    } else {
      const inside = unit.definition ? scopeInside(unit.scope, unit.definition) : unit.scope;
      for (const atom of lineAtoms(this.source, this.counted, unit, this.maxTokens, inside, room))
        atoms.push(finishAtom(atom));
    }
  }

  private fits(start: number, end: number, limit = this.maxTokens): boolean {
    const length = end - start;
    // A token is at least one byte, so short texts need not be counted.
    if (length * 3 <= limit) return true;
    return this.counted.fits(start, end, limit);
  }

  /** The parts of a unit that does not fit; undefined if it has none. */
  private open(outline: Outline, unit: Unit): Unit[] | undefined {
    const { node, definition } = unit;
    if (!node) return undefined;
    // `export` stays on the line of what it exports: rather the body is cut.
    const canStandAlone = definition && this.source.indentStart(definition.inner.startIndex) !== undefined;
    for (const whole of canStandAlone ? [node, definition.inner] : [node]) {
      const parts =
        this.fits(whole.startIndex, whole.endIndex) && !this.fits(unit.start, unit.end)
          ? this.isolate(unit, whole)
          : undefined;
      if (parts) return parts;
    }
    if (definition) {
      const scope = scopeInside(unit.scope, definition);
      const level: OutlineLevel =
        definition.container === 'namespace' ? 'module' : definition.container === 'type' ? 'type' : 'function';
      const place: UnitPlace = { level, depth: unit.depth + 1, scope, fallback: undefined };
      const children = outline.inside(definition);
      const parts = this.units.of(outline, children, unit, place, { definition, scope: unit.scope });
      this.splitHead(parts, definition);
      return parts.length > 1 ? parts : undefined;
    }
    if (isText(node)) return undefined;
    const fallback: Fallback | undefined = node.type === 'ERROR' ? 'syntax-error' : unit.fallback;
    const place: UnitPlace = { level: unit.level, depth: unit.depth + 1, scope: unit.scope, fallback };
    const body = isUnnamedFunction(node) ? outline.body(node) : undefined;
    // The parameters of a function belong to its head, also if it has no name.
    const inside = body?.parent?.id === node.id ? body.namedChildren : [];
    const children = inside.length > 0 ? inside : node.namedChildren;
    const head = { definition: undefined, scope: place.scope, isFunction: inside.length > 0 };
    return children.length === 0 ? undefined : this.units.of(outline, children, unit, place, head);
  }

  /** Separates long comments from a signature, if they leave no room for the first line of the body. */
  private splitHead(parts: Unit[], definition: Definition): void {
    const [head, second] = parts;
    if (!head || !second || head.node) return;
    const { source } = this;
    const { startIndex } = definition.node;
    const at = source.indentStart(startIndex) ?? startIndex;
    if (at <= head.start || source.isBlank(head.start, at)) return;
    if (this.fits(head.start, this.firstLineEnd(second))) return;
    const comment = copyUnit(head, head.start, at);
    comment.is = 'comment';
    comment.definition = undefined;
    comment.about = definition;
    head.start = at;
    head.own = at;
    head.strength = gapStrength.held(head.depth);
    parts.unshift(comment);
  }

  private firstLineEnd({ start, end }: Unit): number {
    return Math.min(end, this.source.lineStart(this.source.lineAt(this.source.trimStart(start, end)) + 1));
  }

  /** Separates a node that fits from the text around it in a unit that does not fit: a long comment, a closing brace. */
  private isolate(unit: Unit, node: Node): Unit[] | undefined {
    const { source } = this;
    const indent = source.indentStart(node.startIndex) ?? node.startIndex;
    const start = source.isBlank(unit.start, node.startIndex) ? unit.start : Math.max(unit.start, indent);
    const line = Math.min(unit.end, source.lineStart(source.lineAt(node.endIndex) + 1));
    const end = Math.min(unit.end, node.endIndex);
    const ranges: (readonly [number, number])[] = [
      [unit.own, unit.end],
      [unit.own, line],
      [start, unit.end],
      [start, line],
    ];
    // A definition stays whole even if its line must be cut; a statement is opened instead.
    if (unit.definition) ranges.push([start, end], [node.startIndex, end]);
    const range = ranges.find(([from, to]) => this.fits(from, to));
    if (!range || (range[0] === unit.start && range[1] === unit.end)) return undefined;
    const [from, to] = range;
    const deeper = unit.depth + 1;
    const strength = gapStrength.held(deeper);
    const add = (start: number, end: number): Unit => {
      const part = copyUnit(unit, start, end);
      part.strength = strength;
      part.gapDepth = deeper;
      parts.push(part);
      return part;
    };
    const addAround = (start: number, end: number): Unit => {
      const part = add(start, end);
      part.definition = undefined;
      part.node = undefined;
      part.depth = deeper;
      return part;
    };
    const parts: Unit[] = [];
    if (from > unit.start) {
      const comment = addAround(unit.start, from);
      if (from > unit.own && !source.isBlank(unit.own, from)) {
        comment.is = 'comment';
        comment.about = unit.definition;
      }
    }
    add(from, to).own = from;
    if (to < unit.end) addAround(to, unit.end);
    return parts;
  }
}

/** True for strings and comments, which are cut between lines: the parts of a string are its quotes and escapes. */
function isText(node: Node): boolean {
  return textTypes.test(node.type) && node.namedChildren.every((child) => stringParts.test(child.type));
}
const textTypes = /string|comment/;
const stringParts = /string|escape|quote|content/;

/** Nodes that give the function in them a name: `const f = () => …`, `{ f: function () {…} }`. */
const namesFunction = /declarat|assign|pair|propert|field|let_|bind/;

/** True if most of a node is one function with a name: opening the node would tear it. */
function isMostlyFunction(outline: Outline, node: Node): boolean {
  const half = (node.endIndex - node.startIndex) / 2;
  let around = '';
  for (let at: Node | undefined = node; at; ) {
    if (outline.item(at, 'function').is === 'definition' || (isUnnamedFunction(at) && namesFunction.test(around)))
      return true;
    around = at.type;
    at = at.namedChildren.find((child) => child.endIndex - child.startIndex > half);
  }
  return false;
}
