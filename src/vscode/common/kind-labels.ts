/** The names of chunk kinds in the user's language. Pages import this, so it imports nothing of the host. */
import { l10n } from 'vscode';
import type { ChunkKind } from '../../code/chunk';

export function kindLabel(kind: ChunkKind): string {
  return kindNames()[kind];
}

/** For the kind of a hit: it comes from the index, which another version may have written. */
export function kindLabelOfHit(kind: string): string {
  return new Map(Object.entries(kindNames())).get(kind) ?? kind;
}

let names: Record<ChunkKind, string> | undefined;

function kindNames(): Record<ChunkKind, string> {
  names ??= {
    function: l10n.t('function'),
    method: l10n.t('method'),
    constructor: l10n.t('constructor'),
    class: l10n.t('class'),
    struct: l10n.t('struct'),
    interface: l10n.t('interface'),
    trait: l10n.t('trait'),
    protocol: l10n.t('protocol'),
    impl: l10n.t('impl'),
    extension: l10n.t('extension'),
    enum: l10n.t('enum'),
    type: l10n.t('type'),
    module: l10n.t('module'),
    namespace: l10n.t('namespace'),
    object: l10n.t('object'),
    constant: l10n.t('constant'),
    variable: l10n.t('variable'),
    field: l10n.t('field'),
    property: l10n.t('property'),
    macro: l10n.t('macro'),
    test: l10n.t('test'),
    event: l10n.t('event'),
    block: l10n.t('block'),
    rule: l10n.t('rule'),
    key: l10n.t('key'),
    element: l10n.t('element'),
    resource: l10n.t('resource'),
    target: l10n.t('target'),
    statement: l10n.t('statement'),
    message: l10n.t('message'),
    service: l10n.t('service'),
    query: l10n.t('query'),
    table: l10n.t('table'),
    section: l10n.t('section'),
    paragraph: l10n.t('paragraph'),
    list: l10n.t('list'),
    quote: l10n.t('quote'),
    'code-block': l10n.t('code block'),
    formula: l10n.t('formula'),
    markup: l10n.t('markup'),
    metadata: l10n.t('metadata'),
    definition: l10n.t('definition'),
    cell: l10n.t('cell'),
    turn: l10n.t('turn'),
    imports: l10n.t('imports'),
    statements: l10n.t('statements'),
    comment: l10n.t('comment'),
    lines: l10n.t('lines'),
  };
  return names;
}
