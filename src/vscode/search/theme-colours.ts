/**
 * The colours that the user's theme has for code. Pages get the colours of the workbench from VS Code, but not these, so the theme's own
 * file is read. A theme that is not found, or is of an older format, has none: code then has the colour of the text.
 */
import { parse } from 'jsonc-parser';
import { ColorThemeKind, extensions, Uri, window, workspace } from 'vscode';
import { type CodeColours, coloursOf, type TokenRule } from './code-tokens';

export async function themeCodeColours(): Promise<CodeColours> {
  const file = themeFile();
  return file ? coloursOf(await rulesIn(file, 0)) : {};
}

const bases = {
  [ColorThemeKind.Light]: 'vs',
  [ColorThemeKind.Dark]: 'vs-dark',
  [ColorThemeKind.HighContrast]: 'hc-black',
  [ColorThemeKind.HighContrastLight]: 'hc-light',
};

/** VS Code may have chosen another theme than the usual one, as the system is light or dark: its kind tells. */
function themeFile(): Uri | undefined {
  const settings = workspace.getConfiguration('workbench');
  const chosen = ['', 'preferredDark', 'preferredLight', 'preferredHighContrast', 'preferredHighContrastLight'].map(
    (key) => settings.get<string>(key === '' ? 'colorTheme' : `${key}ColorTheme`),
  );
  const themes = extensions.all.flatMap(({ extensionUri, packageJSON }) => {
    const contributed: unknown = packageJSON?.contributes?.themes;
    return (Array.isArray(contributed) ? contributed : []).map((theme) => ({ ...theme, extensionUri }));
  });
  const base = bases[window.activeColorTheme.kind];
  for (const id of chosen) {
    const theme = themes.find((one) => (one.id ?? one.label) === id && one.uiTheme === base);
    if (typeof theme?.path === 'string') return Uri.joinPath(theme.extensionUri, theme.path);
  }
  return undefined;
}

/** Themes that include each other end there. */
const maxIncludes = 8;

async function rulesIn(file: Uri, depth: number): Promise<readonly TokenRule[]> {
  if (depth > maxIncludes) return [];
  try {
    // Themes are JSON, which may have comments and commas at the end.
    const { include, tokenColors } = parse(new TextDecoder().decode(await workspace.fs.readFile(file)));
    const included = typeof include === 'string' ? await rulesIn(Uri.joinPath(file, '..', include), depth + 1) : [];
    return [...included, ...(Array.isArray(tokenColors) ? tokenColors.filter(isRule) : [])];
  } catch {
    // A theme that cannot be read costs nothing but its colours.
    return [];
  }
}

function isRule(rule: unknown): rule is TokenRule {
  if (typeof rule !== 'object' || rule === null) return false;
  const { scope = [] }: { scope?: unknown } = rule;
  return [scope].flat().every((selector) => typeof selector === 'string');
}
