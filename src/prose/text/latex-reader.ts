/**
 * Reads LaTeX: first its environments, then the text between them. TeX is not executed, so macros that expand to sections or
 * environments are read as text.
 */
import { type Block, nestSections, type ProseDocument } from '../block';
import {
  closingBrace,
  environmentsWithin,
  type LatexEnvironment,
  latexStructure,
  plainLatex,
  readLatexText,
  verbatimEnvironment,
} from './latex-text';
import { innerBlocks, maxBlockDepth } from './text-lines';

const formulas =
  /^(?:equation|align|alignat|flalign|gather|multline|eqnarray|displaymath|dmath|IEEEeqnarray|subequations)\*?$/;
const lists =
  /^(?:itemize|enumerate|description|compactitem|compactenum|compactdesc|inparaenum|list|trivlist|tasks)\*?$/;
const tabulars =
  /^(?:tabular|tabularx|tabulary|tabu|longtable|longtabu|supertabular|tblr|longtblr|NiceTabular|xltabular)\*?$/;
const floats = /^(?:table|wraptable|sidewaystable|longtable|threeparttable)\*?$/;
const drawings =
  /^(?:figure|wrapfigure|sidewaysfigure|subfigure|tikzpicture|picture|pspicture|axis|forest|filecontents|comment|tabbing)\*?$/;

/** The space and the rules after a row, which are part of it. */
const rules =
  /(?:[^\S\n]*\[[^\]\n]*\])?(?:\s*\\(?:hline|midrule|toprule|bottomrule|cmidrule|cline|endhead|endfirsthead|specialrule)(?:\([^)\n]*\))?(?:\{[^}\n]*\})*)*/y;

export function readLatex(text: string): ProseDocument {
  const { root, bodyStart, bodyEnd } = latexStructure(text);
  const reader = new LatexReader(text);
  const flat: Block[] = [];
  const start = bodyStart ?? 0;
  if (text.slice(0, start).trim() !== '') flat.push({ kind: 'metadata', start: 0, end: start });
  const end = Math.max(start, bodyEnd);
  for (const one of reader.read(start, end, environmentsWithin(root.inner, start, end), 0)) flat.push(one);
  // Text after the document is not printed.
  if (text.slice(end).trim() !== '') flat.push({ kind: 'markup', start: end, end: text.length });
  return { text, blocks: nestSections(flat) };
}

class LatexReader {
  constructor(private readonly text: string) {}

  read(from: number, to: number, environments: readonly LatexEnvironment[], depth: number): Block[] {
    const flat: Block[] = [];
    let at = from;
    for (const environment of environments) {
      if (environment.start < at) continue;
      const start = this.lineStart(environment.start, at);
      const end = this.lineEnd(environment.end, to);
      readLatexText(this.text, at, start, flat);
      for (const block of this.environment(environment, start, end, depth)) flat.push(block);
      at = end;
    }
    readLatexText(this.text, at, to, flat);
    return flat;
  }

  /** Indentation belongs to the text after it. */
  private lineStart(at: number, from: number): number {
    let start = at;
    while (start > from && /[^\S\n]/.test(this.text.charAt(start - 1))) start--;
    return start === from || this.text[start - 1] === '\n' ? start : at;
  }

  /** The offset after the line break, if nothing else is on the line. */
  private lineEnd(at: number, to: number): number {
    let end = at;
    while (end < to && /[^\S\n]/.test(this.text.charAt(end))) end++;
    if (end >= to) return to;
    return this.text[end] === '\n' ? end + 1 : at;
  }

  private inside({ open, close, inner }: LatexEnvironment, depth: number, from = open, to = close): Block[] {
    return nestSections(this.read(from, to, environmentsWithin(inner, from, to), depth + 1));
  }

  private environment(environment: LatexEnvironment, start: number, end: number, depth: number): readonly Block[] {
    const { name } = environment;
    const whole = { start, end };
    if (drawings.test(name)) return [{ kind: 'markup', ...whole, ...this.caption(environment) }];
    if (verbatimEnvironment.test(name)) return [{ kind: 'code', ...whole, ...this.code(environment) }];
    if (formulas.test(name)) return [{ kind: 'formula', ...whole }];
    if (depth >= maxBlockDepth) return [{ kind: 'paragraph', ...whole }];
    if (lists.test(name)) return [{ kind: 'list', ...whole, blocks: this.items(environment, 'item', depth) }];
    if (name === 'thebibliography') return this.bibliography(environment, start, end, depth);
    if (floats.test(name) || tabulars.test(name)) return [this.table(environment, start, end)];
    const blocks = this.inside(environment, depth);
    if (name !== 'abstract' && name !== 'frame') return [{ kind: 'quote', ...whole, ...innerBlocks(blocks) }];
    const shown = name === 'abstract' ? 'Abstract' : this.frameTitle(environment);
    return [{ kind: 'section', ...whole, ...(shown && { name: shown }), blocks }];
  }

  private frameTitle({ open }: LatexEnvironment): string {
    const argument = this.text.slice(open, open + 300);
    const title = /^(?:<[^>]*>)?(?:\[[^\]]*\])?\{([^{}]*)\}|\\frametitle\{([^{}]*)\}/.exec(argument);
    return plainLatex(title?.[1] ?? title?.[2] ?? '');
  }

  private caption({ open, close }: LatexEnvironment): { name?: string } {
    const source = this.text.slice(open, close);
    const match = /\\caption\*?\s*(?:\[[^\]]{0,500}\]\s*)?\{/.exec(source);
    if (!match) return {};
    const from = match.index + match[0].length;
    const name = plainLatex(source.slice(from, closingBrace(source, from, source.length) ?? from));
    return name ? { name } : {};
  }

  /** The language is an option of `lstlisting` and the argument of `minted`. */
  private code({ name, open, close }: LatexEnvironment): Pick<Block, 'language' | 'content'> {
    const first = this.text.indexOf('\n', open);
    const start = first < 0 || first >= close ? open : first + 1;
    const head = this.text.slice(open, start);
    const language =
      /language\s*=\s*\{?(?:\[[^\]]*\])?\s*([\w+#-]+)/.exec(head)?.[1] ??
      /^(?:\[[^\]]*\])?\{([\w+#-]+)\}/.exec(head)?.[1];
    const isNamed = language !== undefined && /^(?:lstlisting|minted|code|listing)/.test(name);
    return { ...(isNamed ? { language } : {}), content: { start, end: close } };
  }

  private items(environment: LatexEnvironment, kind: 'item' | 'definition', depth: number): Block[] {
    const { items, close } = environment;
    return items.map((start, index): Block => {
      const end = items[index + 1] ?? close;
      const marker = /^\\(?:bib)?item\s*(?:\[[^\]]{0,200}\])?(?:\{([^{}]{0,200})\})?/.exec(
        this.text.slice(start, start + 420),
      );
      const body = start + (marker?.[0].length ?? 5);
      const name = kind === 'definition' ? marker?.[1]?.trim() : undefined;
      const from = kind === 'item' && marker?.[1] !== undefined ? body - marker[1].length - 2 : body;
      const blocks = this.inside(environment, depth, from, end);
      return { kind, start, end, ...(name ? { name } : {}), ...innerBlocks(blocks) };
    });
  }

  private bibliography(environment: LatexEnvironment, start: number, end: number, depth: number): readonly Block[] {
    const blocks = this.items(environment, 'definition', depth);
    const [first] = blocks;
    if (!first) return [{ kind: 'markup', start, end }];
    return [{ kind: 'markup', start, end: first.start }, ...blocks];
  }

  /** A row ends with a double backslash; the header ends with the first rule after one. */
  private table(float: LatexEnvironment, start: number, end: number): Block {
    const tabular = tabulars.test(float.name) ? float : findTabular(float);
    const named = this.caption(float);
    if (!tabular || tabular.rows.length === 0) return { kind: tabular ? 'table' : 'markup', start, end, ...named };
    const rows: Block[] = [];
    let at = tabular.open;
    for (const rowEnd of tabular.rows) {
      rules.lastIndex = rowEnd;
      const end = rules.test(this.text) ? Math.min(rules.lastIndex, tabular.close) : rowEnd;
      if (end > at) rows.push({ kind: 'row', start: at, end });
      at = Math.max(at, end);
    }
    if (this.text.slice(at, tabular.close).trim() !== '') rows.push({ kind: 'row', start: at, end: tabular.close });
    const first = tabular.rows[0] ?? tabular.open;
    const headerEnd = tabular.rules.find((rule) => rule > first);
    const isHeader = headerEnd !== undefined && headerEnd < (rows.at(-1)?.start ?? 0) + 1;
    return { kind: 'table', start, end, ...named, ...(isHeader ? { headerEnd } : {}), blocks: rows };
  }
}

function findTabular(float: LatexEnvironment, depth = 0): LatexEnvironment | undefined {
  for (const inside of float.inner) {
    if (tabulars.test(inside.name)) return inside;
    const found = depth < maxBlockDepth ? findTabular(inside, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}
