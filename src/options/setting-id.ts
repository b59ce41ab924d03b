import type { Option } from './option';

/** Every setting id begins with this and a dot. */
export const settingSection = 'codegrain';

/** The id of a setting as users write it. */
export function settingId({ setting }: Option): string {
  return `${settingSection}.${setting?.id}`;
}
