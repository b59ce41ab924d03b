/** What a results editor can do beyond text: go to the source of a line, fold, list its places. */
import * as vscode from 'vscode';
import { resultsLanguage } from '../common/active-editor';
import { resultUri } from './results-request';
import { type ResultLine, readHead, resultLines } from './results-text';

const selector: vscode.DocumentSelector = { language: resultsLanguage };

export function registerResultsLanguage(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) => sourceLink(document, position),
    }),
    vscode.languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: (document) => fileLinks(document),
    }),
    vscode.languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) =>
        sections(document).map(({ start, end }) => new vscode.FoldingRange(start, end)),
    }),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document) => symbols(document),
    }),
  );
}

/** The source of a line of a results editor; undefined if the line has none. */
export function sourceOf(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
  const text = document.getText();
  const found = resultLines(text)[position.line];
  if (!found) return undefined;
  const column = found.is === 'code' ? Math.max(0, position.character - found.column) : 0;
  return new vscode.Location(
    resultUri(found.path, readHead(text)?.stored),
    new vscode.Position(found.line - 1, column),
  );
}

function sourceLink(document: vscode.TextDocument, position: vscode.Position): vscode.DefinitionLink[] {
  const source = sourceOf(document, position);
  if (!source) return [];
  const word = document.getWordRangeAtPosition(position) ?? document.lineAt(position).range;
  return [{ originSelectionRange: word, targetUri: source.uri, targetRange: source.range }];
}

function fileLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
  const text = document.getText();
  const stored = readHead(text)?.stored;
  return resultLines(text).flatMap((found, at) => {
    if (found?.is !== 'file') return [];
    const range = new vscode.Range(at, 0, at, found.path.length);
    return [new vscode.DocumentLink(range, resultUri(found.path, stored))];
  });
}

interface Section {
  readonly is: ResultLine['is'];
  /** Lines of the document, 0-based, inclusive. */
  readonly start: number;
  readonly end: number;
}

/** Files, and their places: each ends where the next of its kind begins, without empty lines. */
function sections(document: vscode.TextDocument): Section[] {
  const lines = resultLines(document.getText());
  return lines.flatMap((found, start) => {
    if (!found || found.is === 'code') return [];
    const next = lines.findIndex(
      (other, at) => at > start && (other?.is === 'file' || (other?.is === 'place' && found.is === 'place')),
    );
    let end = (next < 0 ? lines.length : next) - 1;
    while (end > start && !lines[end]) end--;
    return [{ is: found.is, start, end }];
  });
}

function symbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
  const files: vscode.DocumentSymbol[] = [];
  for (const { is, start, end } of sections(document)) {
    const name = document.lineAt(start).text.trim().replace(/:$/, '');
    const whole = new vscode.Range(start, 0, end, Number.MAX_SAFE_INTEGER);
    const kind = is === 'file' ? vscode.SymbolKind.File : vscode.SymbolKind.Key;
    const made = new vscode.DocumentSymbol(name, '', kind, document.validateRange(whole), document.lineAt(start).range);
    if (is === 'file') files.push(made);
    else files.at(-1)?.children.push(made);
  }
  return files;
}
