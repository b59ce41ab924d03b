/** The icons of the user's file icon theme, for pages. Without a theme, or if it cannot be read, there are none. */
import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { type IconColours, type IconTheme, LanguageNames, type ThemeIcon, themeIcon } from './icon-theme';

interface ThemePlace {
  readonly id: string;
  /** The extension's folder: what a page must be allowed to read. */
  readonly folder: vscode.Uri;
  readonly file: vscode.Uri;
}

export class FileIcons implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];
  private loaded: { readonly id: string; readonly theme: Promise<IconTheme | undefined> } | undefined;
  private languages: LanguageNames | undefined;

  /** The theme or its colours changed. */
  readonly onDidChange = this.changed.event;

  constructor() {
    this.disposables = [
      this.changed,
      vscode.window.onDidChangeActiveColorTheme(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('workbench.iconTheme')) this.changed.fire();
      }),
      vscode.extensions.onDidChange(() => {
        this.languages = undefined;
        this.changed.fire();
      }),
    ];
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  /** What a page must be allowed to read. */
  get folders(): vscode.Uri[] {
    const place = themePlace();
    return place ? [place.folder] : [];
  }

  /** A function that gives the icon of a file, and the fonts that icons are in; undefined without a theme. */
  async load(): Promise<LoadedIcons | undefined> {
    const place = themePlace();
    if (!place) return undefined;
    if (this.loaded?.id !== place.id) this.loaded = { id: place.id, theme: readTheme(place.file) };
    const theme = await this.loaded.theme;
    if (!theme) return undefined;
    this.languages ??= new LanguageNames(contributions('languages'));
    return new LoadedIcons(theme, place.file, this.languages, iconColours());
  }
}

class LoadedIcons {
  constructor(
    private readonly theme: IconTheme,
    private readonly file: vscode.Uri,
    private readonly languages: LanguageNames,
    private readonly colours: IconColours,
  ) {}

  iconOf(path: string): ThemeIcon | undefined {
    return themeIcon(this.theme, path, this.languages.languageOf(path), this.colours);
  }

  get fonts(): { readonly id: string; readonly file: vscode.Uri; readonly weight: string; readonly style: string }[] {
    return (this.theme.fonts ?? []).flatMap(({ id, src: [source], weight = 'normal', style = 'normal' }) =>
      source ? [{ id, file: this.resolve(source.path), weight, style }] : [],
    );
  }

  /** @param path relative to the theme's file. */
  resolve(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.file, '..', path);
  }
}

function themePlace(): ThemePlace | undefined {
  const chosen = vscode.workspace.getConfiguration('workbench').get<string | null>('iconTheme');
  if (!chosen) return undefined;
  for (const { extensionUri, packageJSON } of vscode.extensions.all) {
    const themes: unknown = packageJSON?.contributes?.iconThemes;
    for (const { id, path } of Array.isArray(themes) ? themes : [])
      if (id === chosen && typeof path === 'string')
        return { id: chosen, folder: extensionUri, file: vscode.Uri.joinPath(extensionUri, path) };
  }
  return undefined;
}

function contributions(
  key: string,
): { readonly id?: string; readonly extensions?: string[]; readonly filenames?: string[] }[] {
  return vscode.extensions.all.flatMap(({ packageJSON }) => {
    const values: unknown = packageJSON?.contributes?.[key];
    return Array.isArray(values) ? values : [];
  });
}

async function readTheme(file: vscode.Uri): Promise<IconTheme | undefined> {
  try {
    // Themes are JSON, which may have comments and commas at the end.
    return parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    // A theme that cannot be read costs nothing but its icons.
    return undefined;
  }
}

function iconColours(): IconColours {
  const { kind } = vscode.window.activeColorTheme;
  if (kind === vscode.ColorThemeKind.Light) return 'light';
  return kind === vscode.ColorThemeKind.Dark ? 'dark' : 'highContrast';
}
