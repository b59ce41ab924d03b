import { Outline } from '../../src/code/identify/outline';
import { ParsedSource } from '../../src/code/identify/parsed-source';
import { SourceText } from '../../src/code/source-text';
import { ModuleNames } from '../../src/code/uses/module-names';
import { findUses, findUsesBySpelling, type NameUse } from '../../src/code/uses/references';
import type { Language } from '../../src/languages/language';
import type { NameKind } from './compared-unit';

export interface OurUse {
  readonly name: string;
  readonly offset: number;
  readonly kind: NameKind;
  /** Start of the statement that binds the name. */
  readonly target: number;
}

export interface Ours {
  readonly uses: readonly OurUse[];
  /** Every word that is spelled like a module-level name and does not follow a dot. */
  readonly byWord: readonly OurUse[];
  readonly hasSyntaxError: boolean;
}

export async function ourUses(language: Language, text: string): Promise<Ours> {
  const parsed = await ParsedSource.parse(language, text);
  try {
    const { tree, grammar } = parsed;
    const source = new SourceText(text);
    const names = new ModuleNames(new Outline(language, text), [tree.rootNode]);
    return {
      uses: findUses(language, grammar, tree, source, names).map(ourUse),
      byWord: findUsesBySpelling(language, source, names).map(ourUse),
      hasSyntaxError: tree.rootNode.hasError,
    };
  } finally {
    parsed.delete();
  }
}

function ourUse({ name, offset, target }: NameUse): OurUse {
  return { name, offset, kind: target.is, target: target.start };
}
