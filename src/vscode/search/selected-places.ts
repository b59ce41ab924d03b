/**
 * The results that the user selected, as one text within a token budget. Each change of the selection is packed again, so that the view
 * shows what would be copied while the user selects.
 */
import * as vscode from 'vscode';
import type { ChunkDependency } from '../../code/chunk';
import { plainPlace } from '../../engine/answers/code-blocks';
import { type ChosenPlace, type PackedPlaces, packPlaces, type UsedCode } from '../../engine/answers/pack-places';
import { carriedDependencies, signatureLine } from '../../index/graph/attach-dependencies';
import { type Hit, hitKey } from '../../search/hits/hit';
import { counterOrApproximate } from '../../tokens/token-counter';
import { finishStep } from '../common/finished-steps';
import { numberLabel } from '../common/number-labels';
import { searchSettings, settingsOf } from '../settings/settings';
import { workspacePath } from '../tools/place-link';
import { addToChat, type ChunkSource, carryingChunk, withEnclosing } from './hit-actions';
import type { SelectionAction, SelectionState } from './messages/result-messages';
import type { HitLocation } from './open-hit';

type Selection = { readonly keys: readonly string[]; readonly withContext: boolean };

/** A place whose path is that of the workspace, and the hit it was made from. */
interface SelectedPlace extends ChosenPlace {
  readonly found: Hit;
  /** For a chat, which reads the files itself: the lines of the place, and those of what it uses. */
  readonly attached: readonly HitLocation[];
}

interface PackedSelection {
  readonly packed: PackedPlaces<SelectedPlace>;
  readonly budget: number;
  readonly count: number;
}

const nothingShown = { is: 'selection', label: '', problem: '', share: 0, leftOut: [] } as const;

export class SelectedPlaces implements vscode.Disposable {
  private selection: Selection = { keys: [], withContext: true };
  /** The selected hits, which the page may still show when newer answers do not have them. */
  private hits: ReadonlyMap<string, Hit> = new Map();
  private shown: SelectionState = nothingShown;
  /** Counts changes: an answer to an earlier one is dropped. */
  private version = 0;
  private readonly watch: vscode.Disposable;

  constructor(
    private readonly source: ChunkSource,
    private readonly hitOf: (key: string) => Hit | undefined,
    private readonly show: (state: SelectionState) => void,
    /** Copying code or handing it to a chat uses it. */
    private readonly onUse: (hit: Hit) => void,
    private readonly warn: (message: string) => void,
  ) {
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codegrain')) this.refresh();
    });
  }

  dispose(): void {
    this.watch.dispose();
  }

  select(keys: readonly string[], withContext: boolean): void {
    this.selection = { keys, withContext };
    this.hits = new Map(keys.flatMap((key) => this.hit(key) ?? []).map((hit) => [hitKey(hit), hit]));
    // Packing takes a while: until then, how many there are.
    if (keys.length === 0) this.shown = nothingShown;
    else this.show({ ...this.shown, label: placeCount(keys.length) });
    this.refresh();
  }

  /** The texts of the hits may have changed. */
  refresh(): void {
    void this.describe();
  }

  async run(action: SelectionAction): Promise<void> {
    const { packed } = await this.pack();
    if (packed.fitting.length === 0) return;
    for (const { found } of packed.fitting) this.onUse(found);
    if (action === 'chat') await addToChat(uniquePlaces(packed.fitting.flatMap(({ attached }) => attached)));
    else await vscode.env.clipboard.writeText(packed.text);
    finishStep('copied');
    const left = packed.leftOut.length;
    const done =
      action === 'chat'
        ? vscode.l10n.t('Added {0} to the chat', placeCount(packed.fitting.length))
        : vscode.l10n.t('Copied {0}, {1} tokens', placeCount(packed.fitting.length), numberLabel(packed.tokens));
    if (left === 0) vscode.window.setStatusBarMessage(done, 3000);
    else void vscode.window.showInformationMessage(`${done}. ${leftOutText(left)}.`);
  }

  private hit(key: string): Hit | undefined {
    return this.hitOf(key) ?? this.hits.get(key);
  }

  private async describe(): Promise<void> {
    const version = ++this.version;
    if (this.selection.keys.length === 0) return;
    const { packed, budget, count } = await this.pack();
    if (version !== this.version) return;
    const { fitting, leftOut, tokens } = packed;
    const places =
      leftOut.length === 0
        ? placeCount(count)
        : vscode.l10n.t('{0} of {1}', numberLabel(fitting.length), placeCount(count));
    const used = vscode.l10n.t('{0} of {1} tokens', numberLabel(tokens), numberLabel(budget));
    this.shown = {
      is: 'selection',
      label: `${places} · ${used}`,
      problem: leftOut.length === 0 ? '' : leftOutText(leftOut.length),
      share: Math.min(1, tokens / budget),
      leftOut: leftOut.map(({ found }) => hitKey(found)),
    };
    this.show(this.shown);
  }

  private async pack(): Promise<PackedSelection> {
    const { keys, withContext } = this.selection;
    const hits = keys.flatMap((key) => this.hit(key) ?? []);
    const places = await Promise.all(hits.map((hit) => this.placeOf(hit, withContext)));
    const { contextBudget: budget } = searchSettings(undefined);
    const counter = counterOrApproximate(settingsOf(undefined).options.counter, this.warn);
    const packed = await packPlaces(places, {
      budget,
      count: (text) => counter.count(text),
      place: plainPlace,
      ids: false,
    });
    return { packed, budget, count: hits.length };
  }

  private async placeOf(found: Hit, withContext: boolean): Promise<SelectedPlace> {
    const chunk = withContext ? await carryingChunk(this.source, found) : undefined;
    const imports = (chunk?.imports ?? []).map(({ name, statement, line }) => ({ name, text: statement, line }));
    const own = [...imports, ...(chunk?.globals ?? [])];
    const others = chunk ? carriedDependencies(chunk) : [];
    const { duplicates: _duplicates, ...hit } = found;
    const { root, path } = found;
    return {
      found,
      hit: { ...hit, path: workspacePath(root, path) },
      uses: [...own, ...others.map((other) => usedCode(other, root, found.language))],
      attached: [
        ...withEnclosing(found),
        ...own.map(({ text, line }) => ({ root, path, startLine: line, endLine: line + text.split('\n').length - 1 })),
        ...others.map((other) => ({ root, path: other.path, startLine: other.line, endLine: other.line })),
      ],
    };
  }
}

function usedCode(dependency: ChunkDependency, root: string, language: string): UsedCode {
  const { name, line } = dependency;
  const path = workspacePath(root, dependency.path);
  return { name, line, path, text: signatureLine({ ...dependency, path }, language) };
}

/** Several places of a file use the same imports. */
function uniquePlaces(places: readonly HitLocation[]): HitLocation[] {
  const key = ({ root, path, startLine, endLine }: HitLocation): string => [root, path, startLine, endLine].join('\n');
  return [...new Map(places.map((place) => [key(place), place])).values()];
}

function placeCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 place') : vscode.l10n.t('{0} places', numberLabel(count));
}

function leftOutText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 place does not fit')
    : vscode.l10n.t('{0} places do not fit', numberLabel(count));
}
