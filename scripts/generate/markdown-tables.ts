/** The tables of settings and flags in docs/, between `<!-- generated: NAME -->` and `<!-- end -->`. */
import { inUnit, type Option, valuesOf, writtenDefault } from '../../src/options/option';
import { settingId } from '../../src/options/setting-id';
import { settingGroups } from './setting-groups';

/** The table that a marker names, or undefined where there is no such table. */
export type TableOf = (name: string) => string | undefined;

export function fillTables(text: string, tableOf: TableOf): string {
  return text.replace(/(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name: string, end) => {
    const table = tableOf(name);
    if (table === undefined) throw new Error(`there is no table "${name}"`);
    return `${begin}${table}\n${end}`;
  });
}

export function settingTable(name: string): string | undefined {
  const group = settingGroups.find(({ prefix }) => name === `settings ${prefix}`);
  if (!group) return undefined;
  const rows = group.options.map((option) => [
    code(settingId(option)),
    settingDefault(option),
    settingValues(option),
    code(option.setting?.scope ?? 'resource'),
    meaning(option),
  ]);
  return markdownTable(['setting', 'default', 'values', 'scope', 'meaning'], rows);
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** Links of the settings editor become plain code. */
export function plainLinks(description: string): string {
  return description.replace(/`#([\w.]+)#`/g, '`$1`');
}

/** The values with their meaning follow the description. */
function meaning(option: Option): string {
  const description = plainLinks(option.description);
  if (option.kind !== 'choice' && option.kind !== 'choices') return description;
  const { values } = option as { readonly values: Readonly<Record<string, string>> };
  const listed = (option.setting?.values ?? valuesOf(option)).map((value) => `${code(value)}: ${values[value]}`);
  return [description, ...listed].join('<br>');
}

function settingDefault(option: Option): string {
  const value = writtenDefault(option);
  return value === '' ? 'empty' : code(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}

function settingValues(option: Option): string {
  switch (option.kind) {
    case 'integer':
    case 'number':
      return `${option.default === undefined ? '`null`, ' : ''}${rangeText(option.min, option.max, option.setting?.unit)}`;
    case 'choice':
    case 'choices':
      return (option.setting?.values ?? valuesOf(option)).map(code).join(', ');
    case 'toggle':
      return '`true`, `false`';
    case 'text':
      return `${option.default === undefined ? '`null`, ' : ''}a text`;
    case 'list':
      return 'globs';
  }
}

export function rangeText(min: number, max: number, unit = 1): string {
  return max >= 1e12
    ? `${grouped(min / unit)} or more`
    : `${grouped(inUnit(min, unit))} to ${grouped(inUnit(max, unit))}`;
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
