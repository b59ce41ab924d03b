/** Reads the settings that the tables of options define, and collects values that cannot be used. */
import * as vscode from 'vscode';
import { fromUnit, isAllowedNumber, type Option, type OptionTable, type OptionValues } from '../../options/option';
import { settingId, settingSection } from '../../options/setting-groups';
import { writtenDefault } from '../../options/written-default';

export class SettingsReader {
  /** Values that cannot be used, one sentence each. */
  readonly problems: string[] = [];
  private readonly config: vscode.WorkspaceConfiguration;

  constructor(scope: vscode.ConfigurationScope | undefined) {
    this.config = vscode.workspace.getConfiguration(settingSection, scope ?? null);
  }

  /** The values of all options of a table; the default replaces a value that is not allowed. */
  read<T extends OptionTable>(table: T): OptionValues<T> {
    const values = Object.entries(table).map(([key, option]) => [key, this.value(option)]);
    return Object.fromEntries(values) as OptionValues<T>;
  }

  /** True if a value is set for the user, the workspace or the folder. */
  isChosen({ setting }: Option): boolean {
    const found = this.config.inspect(setting?.id ?? '');
    return (
      found?.globalValue !== undefined ||
      found?.workspaceValue !== undefined ||
      found?.workspaceFolderValue !== undefined
    );
  }

  report(option: Option, written: unknown, used: unknown): void {
    this.problems.push(
      vscode.l10n.t(
        '{0} cannot be {1}. Using {2} instead.',
        settingId(option),
        JSON.stringify(written),
        JSON.stringify(used ?? null),
      ),
    );
  }

  private value(option: Option): unknown {
    const { setting } = option;
    if (!setting) return option.default;
    const written = this.config.get<unknown>(setting.id) ?? undefined;
    if (written === undefined) return option.default;
    const value = allowedValue(option, written);
    if (value !== undefined) return value;
    this.report(option, written, writtenDefault(option));
    return option.default;
  }
}

/** Undefined if the option cannot have this value. */
function allowedValue(option: Option, written: unknown): unknown {
  const { unit = 1, values } = option.setting ?? {};
  switch (option.kind) {
    case 'integer':
    case 'number':
      return typeof written === 'number' && isAllowedNumber(option, written, unit)
        ? fromUnit(written, unit)
        : undefined;
    case 'choice':
      return typeof written === 'string' && Object.hasOwn(option.values, written) ? written : undefined;
    case 'choices':
      return typeof written === 'string' && values?.includes(written) ? [written] : undefined;
    case 'toggle':
      return typeof written === 'boolean' ? written : undefined;
    case 'text':
      return typeof written === 'string' ? written : undefined;
    case 'list':
      return Array.isArray(written) && written.every((each) => typeof each === 'string') ? written : undefined;
  }
}
