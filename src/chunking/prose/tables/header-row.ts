/**
 * Decides whether the first row of a table names its columns. Names are texts, all different. A number, a date or an address in the
 * first row means data, unless the numbers are years in a row (`country,2019,2020`). Where all columns are texts, a first row whose
 * values come back below is data. In doubt it is a header: most files have one, and a data row shown too often does little harm.
 */

const number = /^[-+]?[$€£¥]?\d[\d.,' ]*(?:e[-+]?\d+)?\s?%?$/i;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/;
const value = /^(?:true|false|null|none|nan|n\/a|yes|no)$/i;
const address = /^\w+:\/\/|@\w+\.|^(?:\d{1,3}\.){3}\d{1,3}$|^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const year = /^(?:1[89]|20|21)\d\d$/;
/** Longer texts are sentences, not names. */
const maxNameLength = 60;

/** @param others the rows below it, or a sample. */
export function isHeaderRow(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const named = first.filter((field) => field !== '');
  if (named.length === 0 || named.length * 2 < first.length || others.length === 0) return false;
  if (first.length > 1 && new Set(named).size < named.length) return false;
  if (named.some((field) => field.length > maxNameLength || address.test(field) || value.test(field))) return false;
  const figures = named.filter((field) => isFigure(field));
  if (figures.length > 0 && (figures.length === named.length || !areYears(figures))) return false;
  const hasTypedColumn = first.some((_, column) => {
    const below = others.map((row) => row[column] ?? '').filter((field) => field !== '');
    return below.length > 0 && below.every((field) => isFigure(field) || value.test(field) || address.test(field));
  });
  return hasTypedColumn || !first.some((field, column) => others.some((row) => field !== '' && row[column] === field));
}

function isFigure(field: string): boolean {
  return number.test(field) || date.test(field);
}

function areYears(figures: readonly string[]): boolean {
  return figures.every((field, i) => year.test(field) && Number(field) > Number(figures[i - 1] ?? 0));
}
