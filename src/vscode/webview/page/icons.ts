/** The icons of VS Code, by their names in the font (codicons.css has it). A test looks for the names that pages use. */
import { element } from './dom';

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': true });
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
