/** The names an import statement binds, read from its text, for each language that imports.ts checks. */

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** `import a, {b as c, type d} from 'x'`, `import * as e from 'y'`, `const {f, g: h} = require('z')`. */
export function scriptNames(statement: string): string[] {
  const clause =
    /^import\s+(?:type\s+)?([^'"]+?)\s*(?:from\s*['"]|=\s*require)/.exec(statement)?.[1] ??
    /^(?:const|let|var)\s+([\w$]+|\{[^={}]*\})\s*=\s*require\(\s*['"][^'"]+['"]\s*\)(?:\.[\w$]+)*\s*;?$/.exec(
      statement,
    )?.[1];
  if (!clause) return [];
  return withoutComments(clause)
    .split(/[{},]/)
    .map(
      (part) =>
        part
          .replace(/^\s*type\s+(?=\S)/, '')
          .split(/\sas\s|:/)
          .at(-1)
          ?.trim() ?? '',
    )
    .filter((name) => identifier.test(name));
}

export function pythonNames(statement: string): string[] {
  const from = /^from\s[^\n]*?\simport\s+([\s\S]*)$/.exec(statement.replaceAll('\\\n', ' '))?.[1];
  const list = from ?? /^import\s+([\s\S]*)$/.exec(statement)?.[1] ?? '';
  return list
    .replaceAll(/#[^\n]*/g, '')
    .replaceAll(/[()]/g, '')
    .split(',')
    .map((part) => {
      const [name, alias] = part.trim().split(/\s+as\s+/);
      return alias ?? (from === undefined ? name?.split('.')[0] : name) ?? '';
    })
    .filter((name) => identifier.test(name));
}

/** Without an alias, the name is the last part of the path, without a version (`/v2`, `.v3`) and without a leading `go-`. */
export function goNames(statement: string): string[] {
  return [...withoutComments(statement).matchAll(/(?:([\w.]+)\s+)?"([^"]+)"/g)]
    .map(([, alias, path = '']) => {
      if (alias && alias !== 'import') return alias;
      return (
        path
          .replace(/\/v\d+$/, '')
          .replace(/\.v\d+$/, '')
          .split('/')
          .at(-1)
          ?.replace(/^go-|-go$/g, '') ?? ''
      );
    })
    .filter((name) => identifier.test(name) && name !== '_');
}

export function rustNames(statement: string): string[] {
  const tree = withoutComments(statement)
    .replace(/^(?:pub(?:\([^)]*\))?\s+)?use\s+/, '')
    .replace(/;\s*$/, '');
  return rustLeaves(tree.trim(), '').filter((name) => identifier.test(name) && name !== '_');
}

function rustLeaves(tree: string, parent: string): string[] {
  const brace = tree.indexOf('{');
  if (brace === -1) {
    const [path = '', alias] = tree.split(/\s+as\s+/);
    const last = path.split('::').at(-1)?.trim() ?? '';
    return [alias?.trim() ?? (last === 'self' ? parent : last)];
  }
  const prefix =
    tree
      .slice(0, brace)
      .replace(/::\s*$/, '')
      .split('::')
      .at(-1)
      ?.trim() ?? '';
  const parts: string[] = [];
  let depth = 0;
  let from = brace + 1;
  for (let at = from; at < tree.length; at++) {
    const character = tree[at];
    if (character === '{') depth++;
    if (character === '}') depth--;
    if ((character === ',' && depth === 0) || depth < 0) {
      parts.push(tree.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter(Boolean).flatMap((part) => rustLeaves(part, prefix));
}

export function javaNames(statement: string): string[] {
  const name = /([\w$]+)\s*;$/.exec(statement)?.[1];
  return name ? [name] : [];
}

/** Classes only: functions and constants have their own namespaces. */
export function phpNames(statement: string): string[] {
  if (/^use\s+(function|const)\s/.test(statement)) return [];
  return withoutComments(statement)
    .replace(/^use\s+/, '')
    .replace(/^[^{]*\{|[};]/g, '')
    .split(',')
    .map(
      (part) =>
        part
          .trim()
          .split(/\s+as\s+|\\/)
          .at(-1)
          ?.trim() ?? '',
    )
    .filter((name) => identifier.test(name));
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}
