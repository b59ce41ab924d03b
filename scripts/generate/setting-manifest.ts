/** The settings as the manifest of the extension declares them, and their English texts. */
import { inUnit, type Option, valuesOf, writtenDefault } from '../../src/options/option';
import { settingId } from '../../src/options/setting-id';
import { type SettingGroup, settingGroups } from './setting-groups';

export function configuration(): unknown[] {
  return settingGroups.map((group, index) => ({
    title: `%${groupKey(group)}%`,
    order: index + 1,
    properties: Object.fromEntries(group.options.map((option, at) => [settingId(option), property(option, at + 1)])),
  }));
}

/** Ids of the settings that a workspace cannot use before it is trusted: those that say where code goes. */
export function restrictedSettings(): string[] {
  const restricted = settingGroups.filter(({ prefix }) => prefix === 'embedding' || prefix === 'enrich');
  return restricted.flatMap(({ options }) => options.map(settingId));
}

/** Keys and English texts of package.nls.json. */
export function settingTexts(): [key: string, text: string][] {
  return settingGroups.flatMap((group) => [
    [groupKey(group), group.title] as [string, string],
    ...group.options.flatMap(optionTexts),
  ]);
}

function optionTexts(option: Option): [string, string][] {
  const values = 'values' in option ? option.values : {};
  return [
    [optionKey(option), option.description],
    ...settingValues(option).map((value): [string, string] => [`${optionKey(option)}.${value}`, values[value] ?? '']),
  ];
}

function property(option: Option, order: number): Record<string, unknown> {
  const { scope = 'resource', isMultiline } = option.setting ?? {};
  return {
    order,
    scope,
    ...typeOf(option),
    default: writtenDefault(option) ?? null,
    ...rangeOf(option),
    ...(isMultiline && { editPresentation: 'multilineText' }),
    markdownDescription: `%${optionKey(option)}%`,
  };
}

function typeOf(option: Option): Record<string, unknown> {
  switch (option.kind) {
    case 'integer':
    case 'number':
      return { type: orNull(option.kind, option.default) };
    case 'text':
      return { type: orNull('string', option.default) };
    case 'toggle':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: { type: 'string' }, uniqueItems: true };
    case 'choice':
    case 'choices': {
      const values = settingValues(option);
      const texts = values.map((value) => `%${optionKey(option)}.${value}%`);
      return { type: 'string', enum: values, markdownEnumDescriptions: texts };
    }
  }
}

function rangeOf(option: Option): Record<string, unknown> {
  if (option.kind !== 'integer' && option.kind !== 'number') return {};
  const { unit } = option.setting ?? {};
  return { minimum: inUnit(option.min, unit), maximum: inUnit(option.max, unit) };
}

function orNull(type: string, value: unknown): string | string[] {
  return value === undefined ? [type, 'null'] : type;
}

function settingValues(option: Option): readonly string[] {
  return option.kind === 'choice' || option.kind === 'choices' ? (option.setting?.values ?? valuesOf(option)) : [];
}

function groupKey({ prefix }: SettingGroup): string {
  return `settings.${prefix}`;
}

function optionKey({ setting }: Option): string {
  return `setting.${setting?.id}`;
}
