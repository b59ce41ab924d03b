/** The tables of languages in docs/languages.md. */
import type { Language } from '../../src/languages/language';
import { languages } from '../../src/languages/registry';
import { code, markdownTable } from './markdown-tables';

export function languageTable(name: string): string | undefined {
  switch (name) {
    case 'languages with imports':
      return tableOf(languages.filter(({ references }) => references !== undefined));
    case 'languages by structure':
      return tableOf(languages.filter(({ references }) => references === undefined));
    default:
      return undefined;
  }
}

function tableOf(shown: readonly Language[]): string {
  return markdownTable(['language', 'id', 'files'], shown.map(languageRow));
}

function languageRow({ name, id, extensions = [], filenames = [] }: Language): string[] {
  return [name, code(id), [...extensions, ...filenames].map(code).join(' ')];
}
