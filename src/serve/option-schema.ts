/** The options of the product as parameters of the protocol: all of them may be left out. */
import * as z from 'zod';
import { type Option, type OptionTable, type OptionValue, valuesOf } from '../options/option';

type OptionShape<T extends OptionTable> = { readonly [K in keyof T]: z.ZodOptional<z.ZodType<OptionValue<T[K]>>> };

export function optionShape<T extends OptionTable>(table: T): OptionShape<T> {
  const shape = Object.entries(table).map(([name, option]) => [
    name,
    schemaOf(option).optional().describe(textOf(option)),
  ]);
  return Object.fromEntries(shape) as OptionShape<T>;
}

function schemaOf(option: Option): z.ZodType {
  switch (option.kind) {
    case 'integer':
      return z.int().min(option.min).max(option.max);
    case 'number':
      return z.number().min(option.min).max(option.max);
    case 'choice':
      return z.enum(valuesOf(option));
    case 'choices':
      return z.array(z.enum(valuesOf(option)));
    case 'toggle':
      return z.boolean();
    case 'text':
      return z.string();
    case 'list':
      return z.array(z.string());
  }
}

/** Descriptions are those of settings: `#codegrain.chunk.maxTokens#`, and percent where the value itself is a share. */
function textOf({ description, setting, default: value }: Option): string {
  const named = description.replace(/`#codegrain\.(?:\w+\.)*(\w+)#`/g, '`$1`').replace(' May be repeated.', '');
  const text = setting?.unit === 0.01 ? named.replaceAll('in percent of', 'as a share (0 to 1) of') : named;
  const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  return isEmpty ? text : `${text} Default \`${value}\`.`;
}
