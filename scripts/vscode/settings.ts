/** User settings of `npm start`: as users get VS Code, but without updates, reports and offers of other extensions. */
export const userSettings: Readonly<Record<string, unknown>> = {
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // In a browser VS Code saves a second after each edit, which turns unsaved texts into saved ones on a busy machine.
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** User settings for every VS Code that tests start: nothing opens or asks by itself. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  ...userSettings,
  'chat.disableAIFeatures': true,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};
