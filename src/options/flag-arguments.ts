import { inUnit, type Option, type OptionTable, type OptionValues } from './option';

/** Options as arguments of the command line, for a program that runs it. Options without a value are left out. */
export function flagArguments<T extends OptionTable>(table: T, values: Partial<OptionValues<T>>): string[] {
  return Object.entries(table).flatMap(([key, option]) => argumentsOf(option, values[key]));
}

function argumentsOf({ kind, flag }: Option, value: unknown): string[] {
  if (!flag || value === undefined) return [];
  // One word with `=`: a value may begin with a dash.
  const argument = (text: string): string => `--${flag.name}=${text}`;
  switch (kind) {
    case 'toggle':
      return value === true ? [`--${flag.name}`] : [];
    case 'integer':
    case 'number':
      return [argument(decimalText(inUnit(Number(value), flag.unit)))];
    case 'choices':
      return Array.isArray(value) && value.length > 0 ? [argument(value.join(','))] : [];
    case 'list':
      return Array.isArray(value) ? value.map((each) => argument(String(each))) : [];
    default:
      return [argument(String(value))];
  }
}

/** Without an exponent. */
function decimalText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(6);
}
