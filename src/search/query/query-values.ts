/** The values of `lang:` and `kind:` in a query. */
import type { ChunkKind } from '../../code/chunk';
import { languages } from '../../languages/registry';
import { proseFormatNames } from '../../prose/prose-format-names';

/** Names besides a language's id, its name and its file extensions. */
const languageAliases: Readonly<Record<string, string>> = {
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
  shell: 'shellscript',
  bash: 'shellscript',
  terraform: 'hcl',
  text: 'plaintext',
  notebook: 'ipynb',
  jupyter: 'ipynb',
  objc: 'objective-c',
  protobuf: 'proto',
  make: 'makefile',
  lisp: 'commonlisp',
  devicetree: 'dts',
  'emacs-lisp': 'elisp',
  h: 'c',
  m: 'objective-c',
};

/** The first of a family includes the others. */
const languageFamilies: Readonly<Record<string, readonly string[]>> = {
  typescript: ['typescript', 'typescriptreact'],
  markdown: ['markdown', 'mdx'],
};

const languageIds = new Map<string, string>();
for (const { id, name, extensions = [] } of [...languages, ...proseFormatNames]) {
  for (const extension of extensions) {
    const short = extension.slice(1);
    if (!languageIds.has(short)) languageIds.set(short, id);
  }
  languageIds.set(name.toLowerCase(), id);
}
// An id takes precedence over another language's extension.
for (const { id } of [...languages, ...proseFormatNames]) languageIds.set(id, id);
for (const [alias, id] of Object.entries(languageAliases)) languageIds.set(alias, id);

/** The language ids for a name; undefined: there is no such language. */
export function languagesCalled(name: string): readonly string[] | undefined {
  const id = languageIds.get(name.toLowerCase());
  return id === undefined ? undefined : (languageFamilies[id] ?? [id]);
}

export const languageNames: readonly string[] = [...languageIds.keys()].filter((name) => name.length > 2);

/** Each kind with the kinds that it includes: languages have different names for the same thing. */
const kinds: Readonly<Record<ChunkKind, readonly ChunkKind[]>> = {
  function: ['function', 'method', 'constructor'],
  method: ['method', 'constructor'],
  constructor: ['constructor'],
  class: ['class', 'struct', 'object', 'impl', 'extension'],
  struct: ['struct'],
  interface: ['interface', 'trait', 'protocol'],
  trait: ['trait'],
  protocol: ['protocol'],
  impl: ['impl'],
  extension: ['extension'],
  enum: ['enum'],
  type: ['type', 'class', 'struct', 'interface', 'trait', 'protocol', 'enum'],
  module: ['module', 'namespace'],
  namespace: ['namespace', 'module'],
  object: ['object'],
  constant: ['constant'],
  variable: ['variable', 'constant'],
  field: ['field', 'property'],
  property: ['property', 'field'],
  macro: ['macro'],
  test: ['test'],
  event: ['event'],
  block: ['block'],
  rule: ['rule'],
  key: ['key'],
  element: ['element'],
  resource: ['resource'],
  target: ['target'],
  statement: ['statement'],
  message: ['message'],
  service: ['service'],
  query: ['query'],
  table: ['table'],
  section: ['section'],
  paragraph: ['paragraph'],
  list: ['list'],
  quote: ['quote'],
  'code-block': ['code-block'],
  formula: ['formula'],
  markup: ['markup'],
  metadata: ['metadata'],
  definition: ['definition'],
  cell: ['cell'],
  turn: ['turn'],
  imports: ['imports'],
  statements: ['statements'],
  comment: ['comment'],
  lines: ['lines'],
};

const kindAliases: ReadonlyMap<string, readonly ChunkKind[]> = new Map(
  Object.entries({
    ...kinds,
    func: kinds.function,
    fn: kinds.function,
    def: kinds.function,
    const: kinds.constant,
    import: kinds.imports,
  }),
);

export function kindsCalled(name: string): readonly ChunkKind[] | undefined {
  return kindAliases.get(name.toLowerCase());
}

export const kindNames: readonly string[] = Object.keys(kinds);
