/** The VS Code icons that pages use, by their names in the font (codicons.css has it). A test compares the characters with the package. */
import { element } from './dom';

const iconCharacters: Readonly<Record<string, string>> = {
  'symbol-function': '\uea8c',
  'symbol-method': '\uea8c',
  'symbol-constructor': '\uea8c',
  'symbol-class': '\ueb5b',
  'symbol-struct': '\uea91',
  'symbol-interface': '\ueb61',
  'symbol-enum': '\uea95',
  'symbol-type-parameter': '\uea92',
  'symbol-module': '\uea8b',
  'symbol-namespace': '\uea8b',
  'symbol-object': '\uea8b',
  'symbol-constant': '\ueb5d',
  'symbol-variable': '\uea88',
  'symbol-field': '\ueb5f',
  'symbol-property': '\ueb65',
  'symbol-snippet': '\ueb66',
  'symbol-event': '\uea86',
  'symbol-key': '\uea93',
  'symbol-color': '\ueb5c',
  'symbol-misc': '\ueb63',
  beaker: '\uea79',
  server: '\ueb50',
  play: '\ueb2c',
  package: '\ueb29',
  comment: '\uea6b',
  'list-flat': '\ueb84',
  folder: '\uea83',
  repo: '\uea62',
  'chevron-down': '\ueab4',
  'folder-library': '\uebdf',
  file: '\uea7b',
  'chevron-right': '\ueab6',
  filter: '\ueaf1',
  close: '\uea76',
  history: '\uea82',
  question: '\ueb32',
  info: '\uea74',
  warning: '\uea6c',
  error: '\uea87',
  sync: '\uea77',
  'search-fuzzy': '\uec0d',
  'split-horizontal': '\ueb56',
  copy: '\uebcc',
  'list-tree': '\ueb86',
  'comment-discussion': '\ueac7',
  refresh: '\ueb37',
  'debug-pause': '\uead1',
  'folder-opened': '\ueaf7',
  database: '\ueace',
  'clear-all': '\ueabf',
  ellipsis: '\uea7c',
  search: '\uea6d',
  'arrow-left': '\uea9b',
  check: '\ueab2',
};

export function icon(name: string): HTMLElement {
  const character = iconCharacters[name] ?? '';
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': true, 'data-character': character });
}

/** An icon button; the label is its tooltip and its accessible name. */
export function iconButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
  const attributes = { type: 'button', class: 'icon-button', title: label, 'aria-label': label };
  const button = element('button', attributes, icon(name));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return button;
}
