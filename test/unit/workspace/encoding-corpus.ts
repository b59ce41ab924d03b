/** Sources in older encodings: real comments of each language, in files as people lay them out, with rulers and tables. */
import { readFileSync } from 'node:fs';
import { productFile } from '../../../src/shared/product';

const comments: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(productFile('test/fixtures/encodings/comments.json'), 'utf8'),
);

const ruler = (mark: string): string => mark.repeat(74);

const layouts: Readonly<Record<string, (said: readonly string[]) => string>> = {
  'a C header with rulers of stars': (said) =>
    `/${ruler('*')}\n * ${said.join('\n * ')}\n ${ruler('*')}/\n#ifndef CONFIG_H\n#define CONFIG_H\n\n${said
      .map((each, i) => `/* ${each} */\nint read_part_${i}(const char *path, size_t size);\n/${ruler('-')}/\n`)
      .join('\n')}\n#endif\n`,
  'a script with rulers of equals signs': (said) =>
    said
      .map(
        (each, i) => `#${ruler('=')}\n# ${each}\n#${ruler('=')}\ndef step_${i}(path):\n    return open(path).read()\n`,
      )
      .join('\n'),
  'a query with rulers of dashes': (said) =>
    said.map((each) => `--${ruler('-')}\n-- ${each}\n--${ruler('-')}\nSELECT id, 100 * 2 FROM items;\n`).join('\n'),
  'a page with a table': (said) =>
    `<html>\n<body>\n<table border="1" cellpadding="2">\n${said
      .map((each, i) => `<tr><td>${i + 1}</td><td>${each}</td><td>1,${i}00.00</td></tr>`)
      .join('\n')}\n</table>\n</body>\n</html>\n`,
  'a text with a drawn table': (said) =>
    `+----+${ruler('-')}+\n${said.map((each, i) => `| ${i} | ${each.padEnd(60)} | 0x${i}0FF |`).join('\n')}\n+----+${ruler('-')}+\n`,
  'one comment among numbers': ([said = '']) =>
    `static const int table[] = {\n${'  0x00, 0x1F, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79,\n'.repeat(40)}};\n// ${said}\n`,
  'a list of values': (said) => said.map((each, i) => `${i};"${each}";${i * 1000},00;01.02.2003\r\n`).join(''),
  'a short comment': ([, said = '']) => `int x; // ${said}\n`,
};

export interface LegacySource {
  readonly encoding: string;
  readonly layout: string;
  readonly text: string;
}

export const legacySources: readonly LegacySource[] = Object.entries(comments).flatMap(([encoding, said]) =>
  Object.entries(layouts).flatMap(([layout, lay]) =>
    // Each begins with another comment, so that layouts with one have all of them in turn.
    said.map((_, i) => {
      const text = lay([...said.slice(i), ...said.slice(0, i)]);
      return { encoding, layout, text: encoding === 'windows-1258' ? withToneMarks(text) : text };
    }),
  ),
);

/** Vietnamese as Windows-1258 has it: tones are characters of their own, other marks are part of their letter. */
function withToneMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(
      /(\p{L})([\u0300\u0301\u0303\u0309\u0323]*)([\u0302\u0306\u031b])/gu,
      (_, letter, tone, mark) => `${letter}${mark}`.normalize('NFC') + tone,
    );
}

const tables = new Map<string, Map<string, readonly number[]>>();

/** Encodes with any encoding that `TextDecoder` knows: tries every sequence of one and two bytes once. */
export function encode(text: string, encoding: string): Uint8Array {
  const table = tableOf(encoding);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const found = table.get(character);
      if (!found) throw new Error(`${character} (${character.codePointAt(0)?.toString(16)}) is not in ${encoding}`);
      return found;
    }),
  );
}

function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  // Node 20 decodes this label as Latin-1.
  if (encoding === 'windows-1252')
    for (const [i, character] of [...'‘’“”•–—'].entries()) table.set(character, [0x91 + i]);
  if (encoding === 'windows-1252') table.set('€', [0x80]);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (...bytes: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // Not a character of this encoding.
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add(first, second);
  tables.set(encoding, table);
  return table;
}
