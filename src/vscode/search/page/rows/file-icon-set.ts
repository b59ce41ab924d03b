/** The icons of files in the results: those of the user's theme, or a plain one where there is none. */
import { element } from '../../../webview/page/dom';
import { icon } from '../../../webview/page/icons';
import type { FileIcon, FileIconsMessage } from '../../messages/result-messages';

const family = (id: string): string => `file-icons-${id}`;

export class FileIconSet {
  private icons: FileIconsMessage['icons'] = {};
  private readonly fonts = new Map<string, FontFace>();

  set({ icons, fonts }: FileIconsMessage): void {
    this.icons = icons;
    for (const { id, address, weight, style } of fonts) {
      if (this.fonts.has(address)) continue;
      // Until it is loaded nothing is drawn, not the box of a character that no other font has.
      const face = new FontFace(family(id), `url(${JSON.stringify(address)})`, { weight, style, display: 'block' });
      this.fonts.set(address, face);
      document.fonts.add(face);
    }
  }

  /** @param key of the file's group. */
  of(key: string): FileIcon | undefined {
    return Object.hasOwn(this.icons, key) ? this.icons[key] : undefined;
  }

  draw(key: string): HTMLElement {
    const found = this.of(key);
    return found ? drawn(found) : icon('file');
  }
}

function drawn(found: FileIcon): HTMLElement {
  const made = element('span', { class: 'file-icon', 'aria-hidden': true });
  if (found.is === 'glyph') {
    made.textContent = found.character;
    made.style.fontFamily = family(found.font);
    made.style.color = found.colour;
    made.style.fontSize = found.size;
    return made;
  }
  const image = `url(${JSON.stringify(found.address)})`;
  if (found.usesCurrentColor) {
    made.classList.add('mask');
    made.style.maskImage = image;
  } else made.style.backgroundImage = image;
  return made;
}
