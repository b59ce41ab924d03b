/** Icons and buttons that several parts of the search page use. */
import type { ScopeButton } from '../../team/stored-notice';
import { element } from '../../webview/page/dom';

/** The button that says what is searched, and chooses it; hidden if there is only the workspace. */
export class ScopeBar {
  readonly element = element('button', { type: 'button', class: 'scope-button', hidden: true });

  constructor(onChoose: () => void) {
    this.element.addEventListener('click', onChoose);
  }

  show(button: ScopeButton | undefined): void {
    this.element.hidden = button === undefined;
    if (!button) return;
    const { icon: name, label, title, isWide } = button;
    this.element.title = title;
    this.element.setAttribute('aria-label', title);
    this.element.classList.toggle('wide', isWide);
    this.element.replaceChildren(icon(name), element('span', { class: 'label' }, label), icon('chevron-down'));
  }
}

const delayMs = 250;

/** The moving line above the results, for searches that take long. */
export class ProgressLine {
  readonly element = element('div', { class: 'searching', 'aria-hidden': true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.element.classList.add('on'), delayMs);
  }

  end(): void {
    clearTimeout(this.timer);
    this.element.classList.remove('on');
  }
}

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': true });
}

/** An icon button; the label is its tooltip and its accessible name. */
export function iconButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'icon-button', title: label, 'aria-label': label },
    icon(name),
  );
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return button;
}

/** A button that removes what it names. */
export function removableChip(label: string, remove: string, onClick: () => void): HTMLButtonElement {
  const title = `${remove}: ${label}`;
  const chip = element(
    'button',
    { type: 'button', class: 'chip', title, 'aria-label': title },
    ...chipText(label),
    icon('close'),
  );
  chip.addEventListener('click', onClick);
  return chip;
}

/** A path that is too long is cut in its folders: the name at its end says more. */
function chipText(label: string): HTMLElement[] {
  const [, folders = '', name = label] = /^(.*\/)([^/]+\/?)$/.exec(label) ?? [];
  return [
    ...(folders === '' ? [] : [element('span', { class: 'folders' }, folders)]),
    element('span', { class: 'end' }, name),
  ];
}

export function textButton(className: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: className }, label);
  button.addEventListener('click', onClick);
  return button;
}
