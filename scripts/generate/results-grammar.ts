/**
 * The TextMate grammar of results editors (media/results.tmLanguage.json): the lines of a file are highlighted by the grammar of its
 * language, which VS Code or an extension has. A grammar that is not installed is ignored.
 */
import type { Language } from '../../src/languages/language';
import { languages } from '../../src/languages/registry';

/** Where the scope of a language is not `source.ID`. */
const scopes: Readonly<Record<string, string>> = {
  bash: 'source.shell',
  csharp: 'source.cs',
  dockerfile: 'source.dockerfile',
  html: 'text.html.basic',
  javascript: 'source.js.jsx',
  latex: 'text.tex.latex',
  make: 'source.makefile',
  markdown: 'text.html.markdown',
  objc: 'source.objc',
  php: 'text.html.php',
  proto: 'source.proto',
  scss: 'source.css.scss',
  svelte: 'source.svelte',
  tsx: 'source.tsx',
  typescript: 'source.ts',
  vue: 'source.vue',
  xml: 'text.xml',
};

/** Begins a line of the source: its number. */
const numbered = '^ {4}( *\\d+:)(?: |$)';
const numberScope = { 1: { name: 'constant.numeric.line-number.codegrain-results' } };
const title = { match: '^  (?=\\S)(.+)$', captures: { 1: { name: 'comment.line.title.codegrain-results' } } };

export function resultsGrammar(): unknown {
  return {
    name: 'Codegrain Results',
    scopeName: 'text.codegrain-results',
    patterns: [
      {
        match: '^(# (?:Query|Filters|Similar to):)(.*)$',
        captures: { 1: { name: 'keyword.other.codegrain-results' }, 2: { name: 'string.unquoted.codegrain-results' } },
      },
      { match: '^#.*$', name: 'comment.line.codegrain-results' },
      ...languages.map(languageRule),
      fileRule('.*', 'plain', undefined),
    ],
  };
}

function languageRule(language: Language): unknown {
  const { id, extensions = [], filenames = [] } = language;
  const names = [
    ...extensions.map((extension) => `.*${escapeRegExp(extension)}`),
    ...filenames.map((name) => `(?:.*/)?${escapeRegExp(name)}`),
  ];
  return fileRule(`(?:${names.join('|')})`, id, scopes[id] ?? `source.${id}`);
}

/** A file from its path to the next line that is not indented. Lines with numbers in a row are one piece of code. */
function fileRule(path: string, id: string, scope: string | undefined): unknown {
  return {
    name: `meta.file.${id}.codegrain-results`,
    begin: `^(?i)(?=\\S)(?!#)(${path}):$`,
    beginCaptures: { 1: { name: 'entity.name.section.file.codegrain-results' } },
    end: '^(?=\\S)',
    patterns: [
      title,
      {
        begin: numbered,
        while: numbered,
        beginCaptures: numberScope,
        whileCaptures: numberScope,
        contentName: `meta.embedded.block.${id}`,
        ...(scope !== undefined && { patterns: [{ include: scope }] }),
      },
    ],
  };
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
