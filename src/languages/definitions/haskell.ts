import type { Node } from '../../syntax/syntax-node';
import { everyName, listedImport, wholeModule } from '../import-parts';
import type { IdentifierRole, ImportedNames, Language } from '../language';
import { haskellExports } from '../libraries/module-exports';
import { childrenOfType, leaves } from '../node-helpers';
import { each } from '../word-lists';

/** `import A.B (c, D(..))`, `import qualified A.B as C`, `import A hiding (b)`. */
function readImport(node: Node): ImportedNames {
  const module = node.childForFieldName('module')?.text ?? '';
  const alias = node.childForFieldName('alias')?.text;
  const list = node.childForFieldName('names');
  const keywords = node.children.filter((child) => !child.isNamed).map((child) => child.text);
  const isQualified = keywords.includes('qualified');
  // `Data.Map.insert` is matched by its first part. Without `qualified` or `as`, code hardly ever uses a qualifier.
  const qualifier = alias !== undefined || isQualified ? (alias ?? module).split('.').slice(0, 1) : [];
  const items = childrenOfType(list, 'import_name').map((item) => {
    const names = leaves(item, 'name', 'variable', 'constructor').map((leaf) => leaf.text);
    return { text: item.text, links: names.map((name) => ({ local: name, module, name })) };
  });
  // A qualifier is the whole path: `A.B.c`.
  const qualified = qualifier.length > 0 ? [wholeModule(alias ?? module, module)] : [];
  if (isQualified) return { names: qualifier, links: () => qualified };
  const head = alias === undefined ? `import ${module}` : `import ${module} as ${alias}`;
  const { names, narrow, links } = listedImport(items, (texts) =>
    texts.length > 0 ? `${head} (${texts.join(', ')})` : head,
  );
  if (list && !keywords.includes('hiding'))
    return { names: [...qualifier, ...names], narrow, links: () => [...qualified, ...links()] };
  const hidden = new Set(names);
  return {
    names: [...qualifier, ...(haskellExports(module) ?? []).filter((name) => !hidden.has(name))],
    links: () => [...qualified, everyName(module)],
  };
}

/** The name before the patterns or between them: `op` in ``x `op` y``. */
function functionName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (name) return [name];
  const operator = node.descendantsOfType('infix')[0]?.childForFieldName('operator');
  return operator ? [leaves(operator, 'variable', 'operator')[0] ?? operator] : [];
}

function boundNames(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (name) return [name];
  const pattern = node.childForFieldName('pattern');
  return pattern ? leaves(pattern, 'variable') : [];
}

/** `a, b :: Int` */
function signatureNames(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (name) return [name];
  return node.childForFieldName('names')?.childrenForFieldName('name') ?? [];
}

/** A type with its constructors and fields, which are all module-level names. */
function dataNames(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  const fields = node.descendantsOfType('field_name').flatMap((field) => leaves(field, 'variable'));
  return name ? [name, ...node.descendantsOfType('constructor'), ...fields] : [];
}

/** A class with its methods, which are module-level functions. */
function classNames(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('declarations');
  const methods = body ? childrenOfType(body, 'signature').flatMap((signature) => signatureNames(signature)) : [];
  return name ? [name, ...methods] : [];
}

/** The type of an instance. As the owner, it keeps the instance from defining its name, which is the class. */
function instanceOwner(node: Node): string | undefined {
  return node.childForFieldName('patterns')?.text;
}

/** Patterns bind variables and use constructors. */
function variableRole(role: IdentifierRole): (node: Node) => IdentifierRole {
  return (node) => (node.type === 'constructor' || node.type === 'name' ? 'reference' : role);
}

export const haskell: Language = {
  id: 'haskell',
  name: 'Haskell',
  extensions: ['.hs', '.hs-boot', '.hsc', '.lhs'],
  interpreters: ['runhaskell', 'runghc', 'stack'],
  comment: ['-- ', ''],
  structure: {
    definitions: {
      constructor: { kind: 'function' as const, names: () => [] },
      signature: { kind: 'function', names: signatureNames },
      function: { kind: 'function', names: functionName },
      bind: { kind: 'function', names: boundNames },
      foreign_import: {
        kind: 'function',
        names: (node) => signatureNames(node.childForFieldName('signature') ?? node),
      },
      pattern_synonym: { kind: 'function', names: (node) => leaves(node, 'constructor').slice(0, 1) },
      ...each({ kind: 'type', names: dataNames }, 'data_type newtype'),
      ...each({ kind: 'type' }, 'type_synomym type_family data_family kind_signature'),
      class: { kind: 'class', names: classNames },
      ...each({ kind: 'impl', owner: instanceOwner }, 'instance deriving_instance'),
    },
    transparent: ['imports', 'declarations'],
    bodies: ['class_declarations', 'instance_declarations'],
    comments: ['comment', 'haddock'],
    // The grammar has a node type `constructor`, and every object inherits a property with that name: this entry overrides it.
    imports: { import: readImport, constructor: () => undefined },
  },
  references: {
    identifiers: ['variable', 'constructor', 'name', 'module_id'],
    typeIdentifiers: ['constructor', 'name', 'module_id'],
    roles: {
      ...each('name', 'header export children qualified.id projection.field type_params signature.name'),
      ...each('name', 'binding_list fixity'),
      ...each('pass', 'module field_name'),
      // Types have the shape of functions: `a -> b`.
      function: 'bind',
      ...each('bindOuter', 'function.name bind.name'),
      ...each('reference', 'function.parameter function.result'),
      ...each(variableRole('bind'), 'patterns generator.pattern alternative.pattern pattern_guard.pattern'),
      function_head_parens: 'pass',
      'bind.pattern': variableRole('bindOuter'),
      // Patterns look like expressions; the node around them decides.
      ...each(variableRole('pass'), 'apply as infix.left_operand infix.right_operand irrefutable list parens'),
      ...each(variableRole('pass'), 'field_pattern.pattern strict tuple'),
      ...each('pass', 'as.bind record.field'),
      ...each('reference', 'record.constructor field_pattern.field'),
    },
    scopes: {
      ...each('function', 'function bind lambda'),
      ...each('block', 'match let_in do alternative list_comprehension'),
    },
    memberOperators: [],
    wordCharacters: "'",
  },
};
