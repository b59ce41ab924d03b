/** Which languages have modules that are files, and the rules of each. Languages whose files say their namespace need none. */
import { dartModules } from './dart-modules';
import { ecmascriptModules } from './ecmascript-modules';
import { goModules } from './go-modules';
import { includedFiles } from './included-files';
import type { ModuleRules } from './module-rules';
import { phpModules } from './php-modules';
import { pythonModules } from './python-modules';
import { rubyModules } from './ruby-modules';
import { rustModules } from './rust-modules';

const rulesById: ReadonlyMap<string, ModuleRules> = new Map(
  Object.entries({
    javascript: ecmascriptModules,
    typescript: ecmascriptModules,
    typescriptreact: ecmascriptModules,
    vue: ecmascriptModules,
    svelte: ecmascriptModules,
    python: pythonModules,
    go: goModules,
    rust: rustModules,
    c: includedFiles,
    cpp: includedFiles,
    'objective-c': includedFiles,
    dart: dartModules,
    ruby: rubyModules,
    php: phpModules,
  }),
);

/** @param language the id of a language. */
export function moduleRulesOf(language: string): ModuleRules | undefined {
  return rulesById.get(language);
}

/** Names of files that say how a project is configured, in any language. */
export const configNames: ReadonlySet<string> = new Set([...rulesById.values()].flatMap(({ configs = [] }) => configs));
