/** Real documents as sentences with their paragraph and section, and documents that are mixed from parts of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceStarts } from '../../src/code/sentences/sentences';
import type { Block } from '../../src/prose/block';
import { readMarkdown } from '../../src/prose/markdown/block-parser';
import { readRst } from '../../src/prose/text/rst-reader';

export interface Sentence {
  readonly text: string;
  /** Numbers of the paragraph and of the section in the document. */
  readonly paragraph: number;
  readonly section: number;
}

const maxBytes = 200_000;
const minSentences = 8;
const minSections = 3;
/** Change logs and licences are not running text. */
const skippedFiles = /change|history|release|licen[cs]e|contribut|code_of/i;

/** The paragraphs of the English Markdown and reStructuredText files under a folder: no headings, lists, tables or code. */
export async function documentsIn(folder: string): Promise<Sentence[][]> {
  const documents: Sentence[][] = [];
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8');
    if (!isEnglish(text)) continue;
    const { blocks } = await (file.endsWith('.rst') ? readRst : readMarkdown)(text);
    const sentences = new Sentences(text).of(blocks);
    const sections = new Set(sentences.map(({ section }) => section));
    if (sentences.length >= minSentences && sections.size >= minSections) documents.push(sentences);
  }
  return documents;
}

/** Takes parts of sections from many documents in turn, `length` parts per new document. Each part begins a new topic. */
export function mixDocuments(documents: readonly (readonly Sentence[])[], length: number): Sentence[][] {
  const stretches = documents.map((document) => partsOf(document));
  const made: Sentence[][] = [];
  let open: Sentence[] = [];
  let topics = 0;
  for (let round = 0; stretches.some((each) => each.length > round); round++) {
    for (const each of stretches) {
      const stretch = each[round];
      if (!stretch) continue;
      open.push(...stretch.map(({ text, paragraph }) => ({ text, paragraph, section: topics })));
      topics++;
      if (topics % length !== 0) continue;
      made.push(open);
      open = [];
    }
  }
  return made;
}

const minPartSentences = 4;
const maxPartSentences = 12;

function partsOf(document: readonly Sentence[]): Sentence[][] {
  const sections = new Map<number, Sentence[]>();
  for (const sentence of document) {
    const known = sections.get(sentence.section);
    if (known) known.push(sentence);
    else sections.set(sentence.section, [sentence]);
  }
  return [...sections.values()]
    .filter(({ length }) => length >= minPartSentences)
    .map((each) => each.slice(0, maxPartSentences));
}

function* filesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) yield* filesIn(path);
    } else if (/\.(?:md|rst)$/.test(entry.name) && !skippedFiles.test(entry.name) && statSync(path).size <= maxBytes)
      yield path;
  }
}

function isEnglish(text: string): boolean {
  const other = text.match(/[^\0-\x7f\u2010-\u2030]/g)?.length ?? 0;
  const articles = text.match(/\b(?:the|an?|of|to|is)\b/gi)?.length ?? 0;
  return other <= text.length * 0.01 && articles * 100 >= text.length;
}

class Sentences {
  private paragraph = 0;
  private section = 0;

  constructor(private readonly text: string) {}

  of(blocks: readonly Block[]): Sentence[] {
    return blocks.flatMap((block) => {
      if (block.kind === 'section' || block.kind === 'heading') this.section++;
      if (block.kind === 'section') return this.of(block.blocks ?? []);
      return block.kind === 'paragraph' ? this.in(block) : [];
    });
  }

  private in({ start, end }: Block): Sentence[] {
    this.paragraph++;
    const { text, paragraph, section } = this;
    const starts = sentenceStarts(text, start, end);
    return starts.map((at, i) => ({ text: text.slice(at, starts[i + 1] ?? end), paragraph, section }));
  }
}
