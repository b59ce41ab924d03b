import { inUnit, type Option } from './option';

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
