/**
 * The elements that are open while a page is read: containers, which have blocks, and wrappers, which have none. Omitted end
 * tags are implied as HTML defines; an end tag of an outer element closes everything open inside it.
 */
import { type OpenBlock, openBlock } from '../open-block';
import { afterBlanks } from './html-blanks';
import { dataTableOrContents } from './html-table';

interface Element {
  readonly name: string;
  readonly block: OpenBlock | undefined;
}

/** Deeper containers are treated as wrappers, so that recursion over the blocks cannot overflow the stack. */
const maxDepth = 60;
/** How many open elements are searched for one that ends implicitly. */
const maxLookBack = 50;

/** Elements whose end tag may be omitted: `ends` are closed when one starts, but not beyond an element of `within`. */
const implied: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  tr: { ends: ['tr'], within: ['table'] },
  tbody: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
  tfoot: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
};

export class HtmlElementStack {
  readonly root: OpenBlock;
  private readonly open: Element[] = [];
  private readonly containers: Element[] = [];
  /** Number of open elements per name, so that a stray end tag costs nothing. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly text: string) {
    this.root = openBlock('section', 0, text.length);
  }

  get isFull(): boolean {
    return this.containers.length >= maxDepth;
  }

  /** The innermost container. */
  get container(): Element | undefined {
    return this.containers.at(-1);
  }

  /** The list that the next block is added to. */
  get siblings(): OpenBlock[] {
    return (this.container?.block ?? this.root).blocks;
  }

  push(name: string, block: OpenBlock | undefined): void {
    const element = { name, block };
    this.open.push(element);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (block) this.containers.push(element);
  }

  /** Closes the elements that end implicitly when this one starts. Returns true if a container was closed. */
  closeBefore(name: string): boolean {
    const rule = Object.hasOwn(implied, name) ? implied[name] : undefined;
    const at = rule && this.nearest(rule.ends, rule.within);
    return at !== undefined && this.closeFrom(at, 0);
  }

  /** Closes the innermost element of a name; `end` is the end of its end tag. Returns true if a container was closed. */
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
    for (let at = this.open.length - 1; at >= Math.max(0, this.open.length - maxLookBack); at--) {
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
    for (const inner of dataTableOrContents(this.text, block)) siblings.push(inner);
  }
}
