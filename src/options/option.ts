/**
 * An option of the product is defined once: its values, its default, what it means, and what each surface calls it. From these
 * tables come the settings in the manifest of the extension, the flags and `--help` of the command line, the messages about values
 * that are not allowed, and the tables in docs/ (`npm run generate`).
 */

type SettingScope = 'application' | 'machine' | 'machine-overridable' | 'resource';

/** The setting in VS Code. */
interface SettingPlace {
  /** Without `codegrain.`. */
  readonly id: string;
  /** By default `resource`: a workspace or folder may set it. */
  readonly scope?: SettingScope;
  /** What users write is multiplied by this: 0.01 for percent, 1000 for kilobytes. */
  readonly unit?: number;
  /** The values that can be set here, if not all of them. */
  readonly values?: readonly string[];
  readonly isMultiline?: boolean;
}

/** The flag on the command line. */
interface FlagPlace {
  /** Without `--`. */
  readonly name: string;
  /** What `--help` shows for the value, such as `N`; toggles have none. */
  readonly value?: string;
  readonly short?: string;
  readonly unit?: number;
  /** Shown instead of the default in `--help`, if the default depends on something. */
  readonly defaultText?: string;
}

interface Described {
  /** Markdown, for the settings editor and the docs. */
  readonly description: string;
  /** Plain text for `--help`, if the description is too long for it. */
  readonly help?: string | undefined;
  readonly setting?: SettingPlace;
  readonly flag?: FlagPlace;
}

export interface NumberOption<T extends number | undefined = number | undefined> extends Described {
  readonly kind: 'integer' | 'number';
  readonly default: T;
  readonly min: number;
  readonly max: number;
}

export interface ChoiceOption<V extends string = string> extends Described {
  readonly kind: 'choice';
  readonly default: V;
  /** Each value and what it means. */
  readonly values: Readonly<Record<V, string>>;
}

/** Several values in order, such as strategies: each cuts what the previous one leaves too large. */
interface ChoicesOption<V extends string = string> extends Described {
  readonly kind: 'choices';
  readonly default: readonly V[];
  readonly values: Readonly<Record<V, string>>;
}

interface ToggleOption extends Described {
  readonly kind: 'toggle';
  readonly default: boolean;
}

interface TextOption<T extends string | undefined = string | undefined> extends Described {
  readonly kind: 'text';
  readonly default: T;
}

/** Texts that may be given several times, such as globs. */
interface ListOption extends Described {
  readonly kind: 'list';
  readonly default: readonly string[];
}

export type Option = NumberOption | ChoiceOption | ChoicesOption | ToggleOption | TextOption | ListOption;
export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValue<O extends Option> =
  O extends NumberOption<infer T>
    ? T
    : O extends ChoiceOption<infer V>
      ? V
      : O extends ChoicesOption<infer V>
        ? readonly V[]
        : O extends ToggleOption
          ? boolean
          : O extends TextOption<infer T>
            ? T
            : readonly string[];

export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: OptionValue<T[K]> };

type Range = readonly [min: number, max: number];
type NumberSpec = Omit<NumberOption, 'kind' | 'default' | 'min' | 'max'>;

export function integer(range: Range, spec: NumberSpec & { readonly default: number }): NumberOption<number>;
export function integer(range: Range, spec: NumberSpec): NumberOption<number | undefined>;
export function integer([min, max]: Range, spec: NumberSpec & { readonly default?: number }): NumberOption {
  return { kind: 'integer', min, max, ...spec, default: spec.default };
}

export function decimal([min, max]: Range, spec: NumberSpec & { readonly default: number }): NumberOption<number> {
  return { kind: 'number', min, max, ...spec };
}

export function choice<V extends string>(
  spec: Omit<ChoiceOption<V>, 'kind' | 'default'> & { readonly default: NoInfer<V> },
): ChoiceOption<V> {
  return { kind: 'choice', ...spec };
}

export function choices<V extends string>(spec: Omit<ChoicesOption<V>, 'kind'>): ChoicesOption<V> {
  return { kind: 'choices', ...spec };
}

/** Off unless the default says otherwise. */
export function toggle(spec: Omit<ToggleOption, 'kind' | 'default'> & { readonly default?: boolean }): ToggleOption {
  return { kind: 'toggle', ...spec, default: spec.default ?? false };
}

type TextSpec = Omit<TextOption, 'kind' | 'default'>;

export function text(spec: TextSpec & { readonly default: string }): TextOption<string>;
export function text(spec: TextSpec): TextOption<string | undefined>;
export function text(spec: TextSpec & { readonly default?: string }): TextOption {
  return { kind: 'text', ...spec, default: spec.default };
}

export function list(spec: Omit<ListOption, 'kind' | 'default'>): ListOption {
  return { kind: 'list', ...spec, default: [] };
}

export function valuesOf<V extends string>({ values }: ChoiceOption<V> | ChoicesOption<V>): readonly V[] {
  return Object.keys(values) as V[];
}

/** The default values of a table. */
export function defaultsOf<T extends OptionTable>(table: T): OptionValues<T> {
  return Object.fromEntries(Object.entries(table).map(([key, option]) => [key, option.default])) as OptionValues<T>;
}

/** The value of an option as users write it in this unit: 0.15 is 15 in percent. */
export function inUnit(value: number, unit = 1): number {
  return Number((value / unit).toPrecision(12));
}

/** The value of an option for a number written in this unit. */
export function fromUnit(written: number, unit = 1): number {
  return Number((written * unit).toPrecision(12));
}

/** The allowed values of an option, as the end of a sentence that begins with "must be". */
export function ruleOf(option: Option, unit = 1): string {
  switch (option.kind) {
    case 'integer':
      return `a whole number from ${inUnit(option.min, unit)} to ${inUnit(option.max, unit)}`;
    case 'number':
      return `a number from ${inUnit(option.min, unit)} to ${inUnit(option.max, unit)}`;
    case 'choice':
    case 'choices':
      return listed(Object.keys(option.values));
    case 'toggle':
      return 'true or false';
    case 'text':
      return 'a text';
    case 'list':
      return 'a list of texts';
  }
}

/** True if the option allows a number that is written in this unit. */
export function isAllowedNumber({ kind, min, max }: NumberOption, written: number, unit = 1): boolean {
  return (
    (kind === 'number' || Number.isInteger(written)) && written >= inUnit(min, unit) && written <= inUnit(max, unit)
  );
}

/** For values of unknown type: of a program, a setting or a file. */
export function isAllowedValue(option: Option, value: unknown): boolean {
  switch (option.kind) {
    case 'integer':
    case 'number':
      return typeof value === 'number' && isAllowedNumber(option, value);
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(option.values, value);
    case 'choices':
      return (
        Array.isArray(value) && value.every((each) => typeof each === 'string' && Object.hasOwn(option.values, each))
      );
    case 'toggle':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
  }
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

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

/** The default of an option as users would write it in the settings; undefined if there is none. */
export function writtenDefault(option: Option): unknown {
  switch (option.kind) {
    case 'integer':
    case 'number':
      return option.default === undefined ? undefined : inUnit(option.default, option.setting?.unit);
    case 'choices':
      return option.default[0] ?? option.setting?.values?.[0];
    default:
      return option.default;
  }
}
