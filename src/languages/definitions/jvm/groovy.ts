import type { Node } from '../../../syntax/syntax-node';
import { everyName, lastOfPath } from '../../import-parts';
import type { ImportedNames, Language } from '../../language';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import { childOfType, nameFromField } from '../../node-helpers';
import { each } from '../../word-lists';

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
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_definition: {
        kind: 'class',
        container: 'type',
        kindOf: (node) => (node.children.some((child) => child.type === 'interface') ? 'interface' : 'class'),
      },
      ...each({ kind: 'function', names: nameFromField('function') }, 'function_definition function_declaration'),
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
    roles: {
      'class_definition.name': 'bindOuter',
      // Methods have their own namespace.
      ...each('name', 'function_definition.function function_declaration.function'),
      ...each('name', 'map_item.key qualified_name'),
      ...each('bind', 'generic_param.name parameter.name declaration.name for_in_loop.variable'),
    },
    scopes: {
      ...each('block', 'class_definition for_loop for_in_loop try_statement'),
      ...each('function', 'function_definition function_declaration closure'),
    },
    bindFrom: 'declaration',
    memberOperators: ['.', '.&', '.@', '*.'],
  },
};
