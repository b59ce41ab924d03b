/** Creates DOM elements in one expression. Text is only ever set as text, so no file content can become markup. */

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** `true` sets an attribute without a value, or `true` for screen readers, which need the word; `false` leaves it out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** Replaces the text only if it differs: screen readers announce a live region whenever it is set. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
