/** Asks which unfinished run to continue. Runs can be removed here too. */
import * as vscode from 'vscode';
import { memories } from '../../enrich/memories';
import { countAnswers, type RunStore, type StoredRun } from '../../enrich/run-store';
import { numberLabel } from '../common/number-labels';

interface RunItem extends vscode.QuickPickItem {
  readonly run: StoredRun;
}

export function chooseRun(store: RunStore): Promise<StoredRun | undefined> {
  const { l10n, window } = vscode;
  const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove') };
  const items = (): RunItem[] => store.list().map((run) => ({ ...describeRun(run), run, buttons: [remove] }));
  const first = items();
  if (first.length === 0) {
    void window.showInformationMessage(l10n.t('There is no run to continue.'));
    return Promise.resolve(undefined);
  }
  const pick = window.createQuickPick<RunItem>();
  pick.title = l10n.t('Continue which run?');
  pick.matchOnDescription = true;
  pick.items = first;
  pick.onDidTriggerItemButton(({ item }) => {
    store.remove(item.run.id);
    pick.items = items();
    if (pick.items.length === 0) pick.hide();
  });
  return new Promise((done) => {
    pick.onDidAccept(() => {
      done(pick.selectedItems[0]?.run);
      pick.hide();
    });
    pick.onDidHide(() => {
      done(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function describeRun(run: StoredRun): Pick<RunItem, 'label' | 'description' | 'detail'> {
  const { template, title, requests, model, started } = run.about;
  const [line = ''] = template.trim().split('\n');
  const isReady = template === memories.template;
  const answered = vscode.l10n.t('{0} of {1} answered', numberLabel(countAnswers(run)), numberLabel(requests));
  const when = new Date(started).toLocaleString(vscode.env.language);
  return {
    label: isReady ? vscode.l10n.t('Extract memories and their relations') : line.slice(0, 100),
    description: title,
    detail: `${answered} · ${when} · ${model}`,
  };
}
