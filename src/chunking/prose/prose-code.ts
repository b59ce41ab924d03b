/**
 * Code in a document, cut along its syntax, with its imports and definitions attached. A block is parsed in place, with everything
 * else blanked, so that all offsets are those of the document. Blocks that share a language (the cells of a notebook) are one
 * module: what one imports, another may use.
 */

import { languageIdByName } from '../../languages/detect-language';
import type { Language } from '../../languages/language';
import { languageById } from '../../languages/registry';
import type { ChunkOptions } from '../../options/chunk-options';
import type { CountedText, TokenCounter } from '../../tokens/token-types';
import type { Atom } from '../cut/atom';
import { AtomMaker } from '../cut/atom-maker';
import type { RangeInfo } from '../identify/file-parts';
import { type Definition, Outline } from '../identify/outline';
import { ParsedSource } from '../identify/parsed-source';
import { SourceText, type TextRange } from '../source-text';
import { ContextMaker } from '../uses/context';
import { ModuleNames } from '../uses/module-names';
import { findUses } from '../uses/references';
import type { Block, ProseDocument } from './block';
import { maskMagics } from './json/notebook-magics';

/** Blocks parsed together. */
interface Module {
  readonly ranges: readonly TextRange[];
  readonly parsed: ParsedSource;
  readonly source: SourceText;
  readonly info: RangeInfo;
}

export class CodeBlocks {
  private readonly modules: Module[] = [];
  private readonly byContent = new Map<number, Module>();
  /** The module that the cells of a notebook share. */
  private shared: Module | undefined;

  private constructor(
    private readonly counted: CountedText,
    private readonly limit: number,
  ) {}

  /** Parses the blocks that are too large to stay whole, and those that share a module. */
  static async open(
    path: string,
    { text, blocks, sharedLanguage }: ProseDocument,
    counter: TokenCounter,
    counted: CountedText,
    options: ChunkOptions,
    limit: number,
    parseMs?: number,
  ): Promise<CodeBlocks> {
    const opened = new CodeBlocks(counted, limit);
    const common = sharedLanguage === undefined ? undefined : languageById(sharedLanguage);
    const parse = async (language: Language, ranges: readonly TextRange[]): Promise<Module | undefined> => {
      const masked = blankOutside(text, ranges, language.id === 'python' && language === common);
      const source = new SourceText(masked);
      let parsed: ParsedSource;
      try {
        parsed = await ParsedSource.parse(language, masked, parseMs, source.units);
      } catch {
        // If the grammar fails, this block is cut by lines.
        return undefined;
      }
      const outline = new Outline(language, masked);
      const root = parsed.tree.rootNode;
      const names = new ModuleNames(outline, language.references ? [root] : []);
      const uses = options.context === 'none' ? [] : findUses(language, parsed.grammar, parsed.tree, source, names);
      const context = new ContextMaker(path, source, outline, names, uses, counter, options);
      const module = { ranges, parsed, source, info: { language: language.id, outline, context } };
      opened.modules.push(module);
      for (const range of ranges) opened.byContent.set(range.start, module);
      return module;
    };
    const code = [...codeBlocksIn(blocks)];
    const together = common ? code.filter((block) => languageOf(block) === common) : [];
    if (common && together.length > 0) opened.shared = await parse(common, together.flatMap(contentOf));
    for (const block of code) {
      const language = languageOf(block);
      const [range] = contentOf(block);
      if (!language || !range || together.includes(block) || counted.fits(block.start, block.end, options.maxTokens))
        continue;
      await parse(language, [range]);
    }
    return opened;
  }

  /** The atoms of a block, from `start` to `end`, including its fences; undefined if it was not parsed. */
  atoms(block: Block, start: number, end: number): readonly Atom[] | undefined {
    const range = contentOf(block)[0];
    const module = range && this.byContent.get(range.start);
    if (!range || !module) return undefined;
    const { parsed, source, info } = module;
    const nodes = parsed.tree.rootNode.namedChildren.filter(
      (node) => node.startIndex >= range.start && node.startIndex < range.end,
    );
    if (nodes.length === 0) return undefined;
    return new AtomMaker(source, this.counted, this.limit).make(info.outline, nodes, start, end);
  }

  /** The definitions in the parsed code of a block. */
  definitions(block: Block): readonly Definition[] {
    return [...codeBlocksIn([block])].flatMap((code) => {
      const atoms = code.content ? this.atoms(code, code.content.start, code.content.end) : undefined;
      return atoms?.flatMap(({ definition, held }) => (definition ? [definition] : (held ?? []))) ?? [];
    });
  }

  /** The info for a range of code or of a notebook; undefined for prose. */
  info(start: number, end: number): RangeInfo | undefined {
    const around = this.modules.find(({ ranges }) => ranges.some((range) => start < range.end && end > range.start));
    if (!around) return undefined;
    const isInside = around.ranges.some((range) => this.isMostly(range, start, end));
    return isInside ? around.info : around === this.shared ? around.info : undefined;
  }

  delete(): void {
    for (const { parsed } of this.modules) parsed.delete();
  }

  /** True if most of the range is inside, and only a fence or a heading is outside. */
  private isMostly(range: TextRange, start: number, end: number): boolean {
    const inside = Math.min(end, range.end) - Math.max(start, range.start);
    return inside * 2 > end - start;
  }
}

/** Every code block, wherever it is nested. */
export function* codeBlocksIn(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.kind === 'code') yield block;
    if (block.blocks) yield* codeBlocksIn(block.blocks);
  }
}

function contentOf({ content }: Block): readonly TextRange[] {
  return content && content.end > content.start ? [content] : [];
}

function languageOf({ language }: Block): Language | undefined {
  const id = language === undefined ? undefined : languageIdByName(language);
  return id === undefined ? undefined : languageById(id);
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
    masked += text.slice(at, start).replace(/[^\r\n]/g, ' ') + (hasMagics ? maskMagics(code) : code);
    at = end;
  }
  return masked + text.slice(at).replace(/[^\r\n]/g, ' ');
}
