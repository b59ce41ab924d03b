/** The list of chunks: what each is, costs and takes along, below the parent it belongs to. */
import type { Chunk } from '../src/code/chunk';
import { colourOf, makeElement, part, several } from './page-parts';

/** Drawn at once; the rest on request, because thousands of cards are slow. */
const atOnce = 300;

export class ChunkCards {
  private readonly list = part('chunks', HTMLOListElement);
  private readonly more = part('more', HTMLButtonElement);
  private searched: readonly Chunk[] = [];
  private parents = new Map<string, Chunk>();
  private buttons: HTMLButtonElement[] = [];
  private maxTokens = 1;

  constructor(private readonly onChoose: (index: number) => void) {
    this.more.addEventListener('click', () => this.drawNext());
  }

  draw(searched: readonly Chunk[], parents: readonly Chunk[], maxTokens: number): void {
    this.searched = searched;
    this.parents = new Map(parents.map((parent) => [parent.id, parent]));
    this.maxTokens = maxTokens;
    this.buttons = [];
    this.list.replaceChildren();
    this.drawNext();
  }

  /** @param isShown also scroll to it */
  mark(index: number | undefined, isShown: boolean): void {
    for (const [i, button] of this.buttons.entries()) button.ariaPressed = String(i === index);
    if (isShown && index !== undefined) this.buttons[index]?.scrollIntoView({ block: 'nearest' });
  }

  private drawNext(): void {
    const from = this.buttons.length;
    const items = this.searched.slice(from, from + atOnce).flatMap((chunk, i) => this.items(chunk, from + i));
    this.list.append(...items);
    const left = this.searched.length - this.buttons.length;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${Math.min(left, atOnce)} more of ${left.toLocaleString('en')}`;
  }

  private items(chunk: Chunk, index: number): HTMLElement[] {
    const parent = chunk.parent === undefined ? undefined : this.parents.get(chunk.parent);
    const isFirst = parent !== undefined && this.searched[index - 1]?.parent !== chunk.parent;
    return [...(isFirst ? [parentItem(parent)] : []), this.card(chunk, index)];
  }

  private card(chunk: Chunk, index: number): HTMLElement {
    const { tokens, context } = chunk;
    const button = makeElement(
      'button',
      '',
      makeElement('span', 'number', String(index + 1)),
      makeElement('span', 'name', titleOf(chunk)),
      makeElement('span', 'cost', costOf(chunk)),
      makeElement('span', 'facts', factsOf(chunk)),
      fill(tokens.text / this.maxTokens),
    );
    button.type = 'button';
    button.ariaPressed = 'false';
    button.addEventListener('click', () => this.onChoose(index));
    this.buttons.push(button);
    const inside = chunk.parent === undefined ? '' : ' inside';
    const item = makeElement('li', `chunk ${colourOf(index)}${inside}`, button);
    if (context !== '')
      item.append(makeElement('pre', 'context', makeElement('span', 'context-title', 'Context'), context.trimEnd()));
    return item;
  }
}

function parentItem(parent: Chunk): HTMLElement {
  const facts = ` · parent, ${linesOf(parent)}, ${several(parent.tokens.text, 'token')}`;
  return makeElement('li', 'parent', makeElement('strong', '', titleOf(parent)), facts);
}

function titleOf({ name, scope, kind, role, path }: Chunk): string {
  // A parent without a name holds several definitions of the file.
  return [...scope, name || (role === 'parent' ? path : kind)].join(' › ');
}

function factsOf({ kind, part: ofWhole, overlap, ...chunk }: Chunk): string {
  return [
    kind,
    linesOf(chunk),
    ...(ofWhole ? [`part ${ofWhole.number} of ${ofWhole.of}`] : []),
    ...(overlap.before > 0 ? ['overlaps the one before'] : []),
  ].join(' · ');
}

function costOf({ tokens }: Chunk): string {
  const added = tokens.total - tokens.text;
  return `${several(tokens.text, 'token')}${added > 0 ? ` + ${added} context` : ''}`;
}

function linesOf({ startLine, endLine }: Pick<Chunk, 'startLine' | 'endLine'>): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

function fill(share: number): HTMLElement {
  const bar = makeElement('span', '');
  bar.style.width = `${Math.min(100, 100 * share)}%`;
  const whole = makeElement('span', 'fill', bar);
  whole.ariaHidden = 'true';
  return whole;
}
