/** Writes a JSON value in the style of the file around it. */
import type { ConfigValue } from './config-format';

export interface JsonStyle {
  /** One level of indentation; undefined: everything on one line. */
  readonly unit: string | undefined;
  readonly lineBreak: string;
  /** Between the parts of one line: a space, or nothing in a file without any. */
  readonly space: string;
}

/** The lines after the first begin with `indent`. Lists of plain values stay on one line. */
export function jsonText(value: ConfigValue, style: JsonStyle, indent = ''): string {
  const { unit, lineBreak, space } = style;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = unit === undefined ? '' : indent + unit;
  const parts = Object.entries(value).map(([key, part]: [string, ConfigValue]) =>
    isList ? jsonText(part, style, inner) : propertyText(key, part, style, inner),
  );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const isPlain = isList && value.every((part) => typeof part !== 'object' || part === null);
  if (unit === undefined || isPlain) return `${open}${parts.join(`,${space}`)}${close}`;
  return `${open}${lineBreak}${parts.map((part) => inner + part).join(`,${lineBreak}`)}${lineBreak}${indent}${close}`;
}

export function propertyText(key: string, value: ConfigValue, style: JsonStyle, indent = ''): string {
  return `${JSON.stringify(key)}:${style.unit === undefined ? style.space : ' '}${jsonText(value, style, indent)}`;
}
