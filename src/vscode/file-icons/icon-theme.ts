/**
 * Which icon a file icon theme of VS Code has for a file. Webviews have no API for it, so the theme's own file is read. The name of
 * the file decides first, then its longest extension, its language, and last the icon for all files; themes for light or high
 * contrast colours come before the others of the same kind. Does not depend on `vscode`.
 */

interface IconAssociations {
  readonly file?: string;
  /** By name in lower case, perhaps with folders before it; to the id of a definition. */
  readonly fileNames?: Readonly<Record<string, string>>;
  /** Without the dot; may have several parts (`test.ts`). */
  readonly fileExtensions?: Readonly<Record<string, string>>;
  readonly languageIds?: Readonly<Record<string, string>>;
}

interface IconDefinition {
  /** Relative to the theme's file. */
  readonly iconPath?: string;
  /** `\\E001`, or the character itself. */
  readonly fontCharacter?: string;
  readonly fontColor?: string;
  readonly fontSize?: string;
  readonly fontId?: string;
}

interface IconFont {
  readonly id: string;
  readonly src: readonly { readonly path: string; readonly format?: string }[];
  readonly weight?: string;
  readonly style?: string;
  readonly size?: string;
}

/** The JSON of a theme. */
export interface IconTheme extends IconAssociations {
  readonly iconDefinitions?: Readonly<Record<string, IconDefinition>>;
  readonly fonts?: readonly IconFont[];
  readonly light?: IconAssociations;
  readonly highContrast?: IconAssociations;
  /** The images are drawn in the colour of the text. */
  readonly usesCurrentColor?: boolean;
}

export type IconColours = 'dark' | 'light' | 'highContrast';

export type ThemeIcon =
  | { readonly is: 'image'; readonly path: string; readonly usesCurrentColor: boolean }
  | {
      readonly is: 'glyph';
      readonly character: string;
      readonly colour: string | undefined;
      readonly size: string | undefined;
      /** Id of the font. */
      readonly font: string;
    };

/** @param path of the file, with `/`. */
export function themeIcon(
  theme: IconTheme,
  path: string,
  language: string | undefined,
  colours: IconColours,
): ThemeIcon | undefined {
  const variant = colours === 'light' ? theme.light : colours === 'highContrast' ? theme.highContrast : undefined;
  const id = associated([...(variant ? [variant] : []), theme], path.toLowerCase(), language);
  const definition = id === undefined ? undefined : theme.iconDefinitions?.[id];
  if (!definition) return undefined;
  if (definition.iconPath !== undefined && definition.iconPath !== '')
    return { is: 'image', path: definition.iconPath, usesCurrentColor: theme.usesCurrentColor === true };
  const [first] = theme.fonts ?? [];
  const font = theme.fonts?.find(({ id: each }) => each === definition.fontId) ?? first;
  if (definition.fontCharacter === undefined || !font) return undefined;
  return {
    is: 'glyph',
    character: characterOf(definition.fontCharacter),
    colour: definition.fontColor,
    size: definition.fontSize ?? font.size,
    font: font.id,
  };
}

function associated(all: readonly IconAssociations[], path: string, language: string | undefined): string | undefined {
  const first = (find: (associations: IconAssociations) => string | undefined): string[] =>
    all.flatMap((associations) => find(associations) ?? []);
  const parts = path.split('/');
  // A name may be given with the folders it is in; the most exact one wins.
  const [id] = [
    ...parts.flatMap((_, at) => first(({ fileNames }) => own(fileNames, parts.slice(at).join('/')))),
    ...extensionsOf(path).flatMap((extension) => first(({ fileExtensions }) => own(fileExtensions, extension))),
    ...first(({ languageIds }) => own(languageIds, language)),
    ...first(({ file }) => file),
  ];
  return id;
}

/** Without the dot, the longest first. */
function extensionsOf(path: string): string[] {
  const parts = path.slice(path.lastIndexOf('/') + 1).split('.');
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('.'));
}

/** Names of files may be those of an object's own methods (`constructor`). */
function own(table: Readonly<Record<string, string>> | undefined, key: string | undefined): string | undefined {
  return table && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function characterOf(written: string): string {
  const code = /^\\([0-9a-f]+)$/i.exec(written)?.[1];
  return code === undefined ? written : String.fromCodePoint(Number.parseInt(code, 16));
}

interface ContributedLanguage {
  readonly id?: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}

/** VS Code's language of a file by its name, as extensions contribute them: whole names first, then the longest extension. */
export class LanguageNames {
  private readonly byName = new Map<string, string>();
  private readonly byExtension = new Map<string, string>();

  constructor(languages: readonly ContributedLanguage[]) {
    for (const { id, extensions = [], filenames = [] } of languages) {
      if (id === undefined) continue;
      for (const name of filenames) this.byName.set(name.toLowerCase(), id);
      for (const extension of extensions) this.byExtension.set(extension.toLowerCase(), id);
    }
  }

  languageOf(path: string): string | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const byExtension = extensionsOf(name).flatMap((extension) => this.byExtension.get(`.${extension}`) ?? []);
    return this.byName.get(name) ?? byExtension[0];
  }
}
