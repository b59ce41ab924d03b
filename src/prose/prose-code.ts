/**
 * Code in a document, cut along its syntax, with its imports and definitions attached. A block is parsed in place, so that all
 * offsets are those of the document. Blocks in one language know each other: what one imports or defines, a later one may use.
 * The cells of a notebook are even one module, parsed together.
 */

import type { Atom } from '../code/cut/atom';
import { AtomMaker } from '../code/cut/atom-maker';
import type { ChunkingParts } from '../code/cut/custom-strategy';
import type { RangeInfo } from '../code/file-parts';
import { type Definition, Outline } from '../code/identify/outline';
import { ParsedSource } from '../code/identify/parsed-source';
import { SourceText, type TextRange } from '../code/source-text';
import { ContextMaker, type UsedNames } from '../code/uses/context';
import { ModuleNames } from '../code/uses/module-names';
import { findUsesInTrees } from '../code/uses/references';
import { languageIdByName } from '../languages/detect-language';
import type { Language } from '../languages/language';
import { grammarOf, languageById } from '../languages/registry';
import type { ChunkOptions } from '../options/chunk-options';
import { addToList } from '../shared/maps';
import type { CountedText, TokenCounter } from '../tokens/counter-table';
import type { Block, ProseDocument } from './block';
import { maskMagics } from './json/notebook';

/** A document that is chunked, and how. */
export interface ProseTask {
  readonly path: string;
  readonly document: ProseDocument;
  readonly source: SourceText;
  readonly counter: TokenCounter;
  readonly counted: CountedText;
  readonly options: ChunkOptions;
}

/** The blocks of one language. */
interface Module {
  readonly language: Language;
  /** The text of the document with everything but these blocks blanked. */
  readonly source: SourceText;
  readonly outline: Outline;
  readonly context: ContextMaker;
  /** Everything that was parsed. */
  readonly trees: readonly CodeTree[];
}

/** A parsed block, or the parsed cells of a notebook. */
interface CodeTree extends TextRange {
  readonly parsed: ParsedSource;
}

/** A block that is cut along its syntax: one that is too large to stay whole, or the code of a cell. */
type OpenedBlock = { readonly module: Module; readonly tree: CodeTree; readonly range: TextRange };

export class CodeBlocks {
  private readonly modules: Module[] = [];
  /** By the start of the block's content. */
  private readonly opened = new Map<number, OpenedBlock>();
  /** The module that the cells of a notebook share. */
  private shared: Module | undefined;

  private constructor(
    private readonly task: ProseTask,
    private readonly parseMs: number | undefined,
  ) {}

  /** Parses the blocks that are too large to stay whole, and those that other blocks may use. */
  static async open(
    task: ProseTask,
    { parseMs, checkGrammar }: { readonly parseMs?: number | undefined } & Pick<ChunkingParts, 'checkGrammar'> = {},
  ): Promise<CodeBlocks> {
    const { blocks, sharedLanguage } = task.document;
    const code = new CodeBlocks(task, parseMs);
    const common = sharedLanguage === undefined ? undefined : languageById(sharedLanguage);
    const found = Array.from(blocksByLanguage(blocks), ([language, ranges]) => ({
      language,
      ranges,
      wanted: language === common ? ranges : ranges.filter(code.isWanted(language, ranges)),
    })).filter(({ wanted }) => wanted.length > 0);
    // All before the first tree is made: nothing frees it if another grammar may not be used here.
    for (const { language } of found) checkGrammar?.(grammarOf(language));
    for (const { language, ranges, wanted } of found) {
      if (language === common) await code.parseCells(language, ranges);
      else await code.parseBlocks(language, ranges, wanted);
    }
    return code;
  }

  /** The atoms of a block, from `start` to `end`, including its fences; undefined if it is not cut along its syntax. */
  atoms(block: Block, start: number, end: number): readonly Atom[] | undefined {
    const opened = block.content && this.opened.get(block.content.start);
    if (!opened) return undefined;
    const { module, tree, range } = opened;
    const nodes = tree.parsed.tree.rootNode.namedChildren.filter(
      (node) => node.startIndex >= range.start && node.startIndex < range.end,
    );
    if (nodes.length === 0) return undefined;
    // The smaller chunks of a document with much code are for its prose: code is cut as in a file of its own.
    const { counted, options } = this.task;
    return new AtomMaker(module.source, counted, options.maxTokens).make(module.outline, nodes, start, end);
  }

  /** The definitions in a block that is cut along its syntax. */
  definitions(block: Block): readonly Definition[] {
    return [...codeBlocksIn([block])].flatMap((code) => {
      const atoms = code.content ? this.atoms(code, code.content.start, code.content.end) : undefined;
      return atoms?.flatMap(({ definition, held }) => (definition ? [definition] : (held ?? []))) ?? [];
    });
  }

  /** The info for a range of code or of a notebook; undefined for prose. */
  info(start: number, end: number): RangeInfo | undefined {
    for (const { module, range } of this.opened.values()) {
      if (start >= range.end || end <= range.start) continue;
      const isCode = module === this.shared || isMostly(range, start, end);
      const { language, outline, context } = module;
      return isCode ? { language: language.id, outline, context } : undefined;
    }
    return undefined;
  }

  /** What the code in a range of prose uses from code before it. */
  usedNames(start: number, end: number, budget: number): UsedNames {
    let used: UsedNames = { lines: [], tokens: 0, imports: [], globals: [], omitted: [] };
    for (const { trees, context } of this.modules) {
      if (!trees.some((tree) => start < tree.end && end > tree.start)) continue;
      const more = context.names(start, end, budget - used.tokens);
      used = {
        lines: [...used.lines, ...more.lines],
        tokens: used.tokens + more.tokens,
        imports: [...used.imports, ...more.imports],
        globals: [...used.globals, ...more.globals],
        omitted: [...used.omitted, ...more.omitted],
      };
    }
    return used;
  }

  delete(): void {
    for (const { trees } of this.modules) for (const { parsed } of trees) parsed.delete();
  }

  private async parseCells(language: Language, ranges: readonly TextRange[]): Promise<void> {
    const { text } = this.task.document;
    const source = new SourceText(blankOutside(text, ranges, language.id === 'python'));
    const tree = await this.parse(language, source, { start: 0, end: text.length });
    if (!tree) return;
    this.shared = this.addModule(language, source, [tree]);
    for (const range of ranges) this.opened.set(range.start, { module: this.shared, tree, range });
  }

  /** Which blocks of a language are parsed: those that are too large to stay whole, or all, if they may use each other. */
  private isWanted(language: Language, blocks: readonly CodeRange[]): (block: CodeRange) => boolean {
    const { counted, options, document } = this.task;
    const isOneChunk = counted.fits(0, document.text.length, options.maxTokens);
    const share = blocks.length > 1 && !isOneChunk && language.references && options.context !== 'none';
    return share ? () => true : (block) => this.isLarge(block);
  }

  private isLarge({ outer }: CodeRange): boolean {
    const { counted, options, document } = this.task;
    // The blank lines after a block belong to it.
    return !counted.fits(outer.start, afterBlanks(document.text, outer.end), options.maxTokens);
  }

  private async parseBlocks(
    language: Language,
    blocks: readonly CodeRange[],
    wanted: readonly CodeRange[],
  ): Promise<void> {
    const source = new SourceText(blankOutside(this.task.document.text, blocks, false));
    const trees: CodeTree[] = [];
    const opened = new Map<CodeTree, CodeRange>();
    for (const block of wanted) {
      const tree = await this.parse(language, source, block);
      if (!tree) continue;
      trees.push(tree);
      if (this.isLarge(block)) opened.set(tree, block);
    }
    const module = this.addModule(language, source, trees);
    for (const [tree, range] of opened) this.opened.set(range.start, { module, tree, range });
  }

  /** Undefined if the grammar fails: the block is then cut by lines. */
  private async parse(
    language: Language,
    source: SourceText,
    { start, end }: TextRange,
  ): Promise<CodeTree | undefined> {
    const range = start === 0 && end === source.text.length ? undefined : source.placed(start, end);
    try {
      return { start, end, parsed: await ParsedSource.parse(language, source.text, this.parseMs, range) };
    } catch {
      return undefined;
    }
  }

  private addModule(language: Language, source: SourceText, trees: readonly CodeTree[]): Module {
    const { path, counter, options } = this.task;
    const outline = new Outline(language, source.text);
    const roots = language.references ? trees.map(({ parsed }) => parsed.tree.rootNode) : [];
    const names = new ModuleNames(outline, roots, source.text.length);
    const uses = options.context === 'none' ? [] : findUsesInTrees(language, trees, source, names);
    const context = new ContextMaker(path, source, outline, names, uses, counter, options);
    const module = { language, source, outline, context, trees };
    this.modules.push(module);
    return module;
  }
}

/** The code of a block, and the block with its fences. */
interface CodeRange extends TextRange {
  readonly outer: TextRange;
}

/** Every code block, wherever it is nested. */
export function* codeBlocksIn(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.kind === 'code') yield block;
    if (block.blocks) yield* codeBlocksIn(block.blocks);
  }
}

function blocksByLanguage(blocks: readonly Block[]): ReadonlyMap<Language, readonly CodeRange[]> {
  const found = new Map<Language, CodeRange[]>();
  for (const { content, language: name, start, end } of codeBlocksIn(blocks)) {
    const id = name === undefined ? undefined : languageIdByName(name);
    const language = id === undefined ? undefined : languageById(id);
    if (!language || !content || content.end <= content.start) continue;
    addToList(found, language, { start: content.start, end: content.end, outer: { start, end } });
  }
  return found;
}

function afterBlanks(text: string, offset: number): number {
  const blanks = /\s*/y;
  blanks.lastIndex = offset;
  return offset + (blanks.exec(text)?.[0].length ?? 0);
}

/** True if most of the range is inside, and only a fence or a heading is outside. */
function isMostly(range: TextRange, start: number, end: number): boolean {
  const inside = Math.min(end, range.end) - Math.max(start, range.start);
  return inside * 2 > end - start;
}

/**
 * Line breaks are kept, so that line numbers and the indentation of code stay the same.
 * @param hasMagics the code is IPython, with lines that are not Python.
 */
function blankOutside(text: string, ranges: readonly TextRange[], hasMagics: boolean): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of ranges) {
    const code = text.slice(start, end);
    masked += blanked(text.slice(at, start)) + (hasMagics ? maskMagics(code) : code);
    at = end;
  }
  return masked + blanked(text.slice(at));
}

function blanked(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => ' '.repeat(line.length));
}
