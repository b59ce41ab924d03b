/**
 * The elements that are open while a page is read: containers, which have blocks, and wrappers, which have none. End tags
 * that are left out are implied where HTML says so; one that closes an outer element closes all that is open inside it.
 */
import { type OpenBlock, openBlock } from '../open-block';
import { afterBlanks } from './html-blanks';
import { asTable } from './html-table';

interface Element {
  readonly name: string;
  readonly block: OpenBlock | undefined;
}

/** Containers deeper than this are wrappers, so that nobody who walks the blocks runs out of stack. */
const deepest = 60;
/** How far up an implied end is looked for. */
const furthest = 50;

/** Elements that may be left open: what closes when one starts, and what shields those further out. */
const implied: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  tr: { ends: ['tr'], within: ['table'] },
  tbody: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
  tfoot: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
};

export class ElementStack {
  readonly root: OpenBlock;
  private readonly open: Element[] = [];
  private readonly containers: Element[] = [];
  /** How many elements of a name are open, so that a stray end tag costs nothing. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly text: string) {
    this.root = openBlock('section', 0, text.length);
  }

  get isFull(): boolean {
    return this.containers.length >= deepest;
  }

  /** The innermost container. */
  get container(): Element | undefined {
    return this.containers.at(-1);
  }

  /** The blocks beside which the next one stands. */
  get siblings(): OpenBlock[] {
    return (this.container?.block ?? this.root).blocks;
  }

  push(name: string, block: OpenBlock | undefined): void {
    const element = { name, block };
    this.open.push(element);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (block) this.containers.push(element);
  }

  /** Closes what ends where an element starts; whether a container was closed. */
  closeBefore(name: string): boolean {
    const rule = Object.hasOwn(implied, name) ? implied[name] : undefined;
    const at = rule && this.nearest(rule.ends, rule.within);
    return at !== undefined && this.closeFrom(at, 0);
  }

  /** Closes the innermost element of a name, at an end tag that ends at an offset; whether a container was closed. */
  close(name: string, end: number): boolean {
    return this.counts.get(name)
      ? this.closeFrom(
          this.open.findLastIndex((element) => element.name === name),
          end,
        )
      : false;
  }

  closeAll(): void {
    this.closeFrom(0, 0);
  }

  private nearest(names: readonly string[], within: readonly string[]): number | undefined {
    for (let at = this.open.length - 1; at >= Math.max(0, this.open.length - furthest); at--) {
      const name = this.open[at]?.name ?? '';
      if (names.includes(name)) return at;
      if (within.includes(name)) return undefined;
    }
    return undefined;
  }

  private closeFrom(at: number, end: number): boolean {
    let closed = false;
    while (this.open.length > at) {
      const element = this.open.pop();
      if (!element) break;
      this.counts.set(element.name, (this.counts.get(element.name) ?? 1) - 1);
      if (!element.block) continue;
      this.containers.pop();
      this.finish(element.block, this.open.length === at ? end : 0);
      closed = true;
    }
    return closed;
  }

  private finish(block: OpenBlock, end: number): void {
    block.end = Math.max(block.end, block.blocks.at(-1)?.end ?? 0, end && afterBlanks(this.text, end));
    if (block.kind !== 'table') return;
    const { siblings } = this;
    siblings.pop();
    for (const inner of asTable(this.text, block)) siblings.push(inner);
  }
}
