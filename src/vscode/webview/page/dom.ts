/** What all pages need: elements in one expression, and VS Code. Text is only ever set as text, so no file content can become markup. */

/** What VS Code gives to a page. */
export interface PageApi<Message, State> {
  postMessage(message: Message): void;
  getState(): State | undefined;
  setState(state: State): void;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * @param attributes `true` sets one without a value, or `true` for screen readers, which need the word; `false` leaves it out.
 * @param children what is `false` or undefined is left out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string | false | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  made.append(...children.filter((each) => each !== false && each !== undefined));
  return made;
}

/** Replaces the text only if it differs: screen readers announce a live region whenever it is set. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function textButton(className: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: className !== '' && className }, label);
  button.addEventListener('click', onClick);
  return button;
}
