/** Opens the walkthrough in the first window that `npm start` opens on a folder. */
const { commands } = require('vscode');

const key = 'opened';

exports.activate = async ({ globalState }) => {
  if (globalState.get(key)) return;
  await globalState.update(key, true);
  await commands.executeCommand('workbench.action.openWalkthrough', 'codegrain.codegrain#codegrain.start', false);
};
