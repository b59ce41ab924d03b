/**
 * How the parts of a context are written as lines of the chunk's language: path and enclosing scopes as comments, imports and
 * globals as code. Each line is built once per file and reused for every chunk.
 */
import { remember } from '../../shared/maps';
import { printablePath } from '../../shared/printable-path';
import type { Definition, Outline } from '../identify/outline';
import type { Scope } from '../identify/scopes';
import type { SourceText } from '../source-text';
import type { GlobalDefinition, ImportStatement } from './module-names';
import { commentLine } from './name-roles';

/** Globals up to this length are included whole: about 40 tokens. */
const maxWholeCharacters = 160;
const maxSignatureCharacters = 240;

export class ContextLines {
  private readonly texts = new Map<GlobalDefinition, string>();
  private readonly signatures = new Map<Definition, string>();
  /** The whole path, and the file name alone. */
  readonly path: string;
  readonly fileName: string;
  private readonly scopes = new Map<Scope, string>();
  private readonly statements = new Map<ImportStatement, Map<string, string>>();

  constructor(
    path: string,
    private readonly source: SourceText,
    private readonly outline: Outline,
    /** The names come from a part in another language, so their code is a comment in this one (a Vue template's imports). */
    private readonly isForeign: boolean,
  ) {
    const shown = printablePath(path);
    this.path = this.comment(shown);
    this.fileName = this.comment(shown.slice(shown.lastIndexOf('/') + 1));
  }

  scope(scope: Scope): string {
    return remember(this.scopes, scope, () => {
      const signature = scope.definition ? this.signature(scope.definition) : (scope.signature ?? '');
      // A signature without words (a YAML document) is replaced by kind and name.
      const line = this.comment(/\w/.test(signature) ? signature : `${scope.kind} ${scope.name}`);
      // The heading of a document around code in it: it has the mark of a comment already.
      return scope.kind === 'section' ? line.replace(/^# #+ /, '# ') : line;
    });
  }

  /** An import statement, narrowed to the given names if the language allows. */
  statement(entry: ImportStatement, names: readonly string[]): string {
    const known = remember(this.statements, entry, () => new Map<string, string>());
    const key = names.length === 1 ? (names[0] ?? '') : names.join(' ');
    return remember(known, key, () => narrowed(entry, names));
  }

  /** A short global whole, a long one without its body. */
  global(global: GlobalDefinition): string {
    return remember(this.texts, global, () => {
      const { inner, start } = global.definition;
      const whole = this.source.text.slice(start, inner.endIndex).trimEnd();
      return whole.length <= maxWholeCharacters ? whole : this.withoutBody(global.definition);
    });
  }

  code(text: string): string {
    return this.isForeign ? this.comment(oneLine(text)) : text;
  }

  comment(text: string): string {
    return commentLine(this.outline.language, text);
  }

  /** A long definition reduced to valid code: its signature with an elided body, or its beginning as a comment. */
  private withoutBody(definition: Definition): string {
    const { elision } = this.outline.language;
    const body = elision === undefined ? undefined : this.outline.body(definition.inner);
    const signature = this.signature(definition);
    if (body && signature.length < maxSignatureCharacters) return `${signature}${elision}`;
    return this.comment(`${signature} …`);
  }

  /** A definition up to its body, on one line. */
  private signature(definition: Definition): string {
    return remember(this.signatures, definition, () => {
      const { inner, start } = definition;
      const body = this.outline.body(inner);
      const { text: all } = this.source;
      // A body may begin with its own keyword (Zig's `struct { … }`): the text before its bracket belongs to the signature.
      const inside = body?.firstNamedChild?.startIndex ?? body?.endIndex ?? 0;
      const bracket = body ? all.slice(body.startIndex, inside).indexOf('{') : -1;
      const line = this.source.lineStart(this.source.lineAt(start) + 1);
      const comment = body && this.outline.commentsAbove(body, inner)[0];
      const end = body
        ? (comment?.startIndex ?? body.startIndex + Math.max(0, bracket))
        : line - start < 20
          ? inner.endIndex
          : Math.min(inner.endIndex, line);
      return oneLine(all.slice(start, end))
        .replace(/\s*\{$/, '')
        .slice(0, maxSignatureCharacters);
    });
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function narrowed(entry: ImportStatement, names: readonly string[]): string {
  const { narrow } = entry.imported;
  return narrow && names.length > 0 ? narrow(new Set(names)) : oneLine(entry.text);
}
