import type { Node } from '../../../syntax/syntax-node';
import { everyName, lastOfPath } from '../../import-links';
import type { ImportedNames, Language } from '../../language';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import { childOfType, nameFromField } from '../../node-helpers';

/** `import a.b.C`, `import static a.b.C.d`, `import a.b.C as D`, `import a.b.*`. */
function readImport(node: Node): ImportedNames {
  const path = node.childForFieldName('import')?.text ?? '';
  if (childOfType(node, 'wildcard_import'))
    return { names: [], provides: jvmWildcardProvides(path), links: () => [everyName(path)] };
  const alias = node.childForFieldName('import_alias')?.text;
  return { names: [alias ?? path.slice(path.lastIndexOf('.') + 1)], links: () => [lastOfPath(path, '.', alias)] };
}

export const groovy: Language = {
  id: 'groovy',
  name: 'Groovy',
  extensions: ['.groovy', '.gradle', '.gvy', '.gy', '.gsh', '.jenkinsfile', '.nf'],
  filenames: ['Jenkinsfile'],
  interpreters: ['groovy', 'nextflow'],
  grammar: 'groovy',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_definition: {
        kind: 'class',
        container: 'type',
        kindOf: (node) => (node.children.some((child) => child.type === 'interface') ? 'interface' : 'class'),
      },
      function_definition: { kind: 'function', names: nameFromField('function') },
      function_declaration: { kind: 'function', names: nameFromField('function') },
    },
    values: {
      declaration: { kind: 'variable', kindOf: (node) => (node.parent?.type === 'source_file' ? 'variable' : 'field') },
    },
    bodies: ['closure'],
    comments: ['comment', 'groovy_doc'],
    attributes: ['annotation'],
    imports: { groovy_import: readImport },
    bareFields: true,
    fileScopes: { groovy_package: (node) => node.namedChildren.slice(0, 1) },
  },
  references: {
    identifiers: ['identifier'],
    roles: {
      'class_definition.name': 'bindOuter',
      // Methods have their own namespace.
      'function_definition.function': 'name',
      'function_declaration.function': 'name',
      'generic_param.name': 'bind',
      'parameter.name': 'bind',
      'declaration.name': 'bind',
      'for_in_loop.variable': 'bind',
      'map_item.key': 'name',
      qualified_name: 'name',
    },
    scopes: {
      class_definition: 'block',
      function_definition: 'function',
      function_declaration: 'function',
      closure: 'function',
      for_loop: 'block',
      for_in_loop: 'block',
      try_statement: 'block',
    },
    bindFrom: 'declaration',
    memberOperators: ['.', '.&', '.@', '*.'],
  },
};
