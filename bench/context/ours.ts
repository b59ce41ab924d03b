/** Our answer: the uses the chunker finds, and for comparison those that words alone would give. */
import { ModuleNames } from '../../src/chunking/module-names';
import { Outline } from '../../src/chunking/outline';
import { Parsed } from '../../src/chunking/parsed';
import { findUses } from '../../src/chunking/references';
import { words } from '../../src/chunking/words';
import type { Language } from '../../src/languages/language';
import type { NameKind } from './units';

export interface OurUse {
  readonly name: string;
  readonly offset: number;
  readonly kind: NameKind;
  /** Where the statement that binds the name starts. */
  readonly target: number;
}

export interface Ours {
  readonly uses: readonly OurUse[];
  /** Every word that is spelled like a module-level name and follows no dot. */
  readonly byWord: readonly OurUse[];
  readonly hasSyntaxError: boolean;
}

export async function ourUses(language: Language, text: string): Promise<Ours> {
  const parsed = await Parsed.parse(language, text);
  try {
    const { tree, grammar } = parsed;
    const names = new ModuleNames(new Outline(language), [tree.rootNode]);
    const uses = findUses(language, grammar, tree, text, names).map(({ name, offset, target }) => ({
      name,
      offset,
      kind: target.is,
      target: target.start,
    }));
    const byWord: OurUse[] = [];
    for (const word of language.references ? words(text, language.references, names) : []) {
      const target = names.lookup(word.text, word.start);
      if (target) byWord.push({ name: word.text, offset: word.start, kind: target.is, target: target.start });
    }
    return { uses, byWord, hasSyntaxError: tree.rootNode.hasError };
  } finally {
    parsed.delete();
  }
}
