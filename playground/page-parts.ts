/** Finds and makes elements of the playground. */

export function part<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} "${id}"`);
  return found;
}

export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

export function option(value: string, label: string): HTMLOptionElement {
  const element = makeElement('option', '', label);
  element.value = value;
  return element;
}

export function several(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Colours repeat after this many chunks: the classes `c0` to `c5` of the style sheet. */
const colours = 6;

export function colourOf(index: number): string {
  return `c${index % colours}`;
}
