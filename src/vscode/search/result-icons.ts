/** The icons of the files among the results, as the page can load them. */
import type { Webview } from 'vscode';
import type { FileIcons } from '../file-icons/file-icons';
import type { FileIcon, FileIconsMessage, SearchResults } from './messages/result-messages';

export async function resultIcons(
  icons: FileIcons,
  webview: Webview,
  { groups }: SearchResults,
): Promise<FileIconsMessage> {
  const loaded = await icons.load();
  if (!loaded) return { is: 'file-icons', icons: {}, fonts: [] };
  const entries = groups.flatMap(({ key, name, folder }): [string, FileIcon][] => {
    const found = loaded.iconOf(folder === '' ? name : `${folder}/${name}`);
    if (!found) return [];
    if (found.is === 'glyph') return [[key, { ...found, colour: found.colour ?? '', size: found.size ?? '' }]];
    const address = webview.asWebviewUri(loaded.resolve(found.path)).toString();
    return [[key, { is: 'image', address, usesCurrentColor: found.usesCurrentColor }]];
  });
  const fonts = loaded.fonts.map(({ file, ...font }) => ({ ...font, address: webview.asWebviewUri(file).toString() }));
  return { is: 'file-icons', icons: Object.fromEntries(entries), fonts };
}
