/** What the graph of the workspace reads in Java: what names an expression or a type, the types of locals, the members of records. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { childOfType, childrenOfType } from '../../node-helpers';
import { each, words } from '../../word-lists';

/** The often used types of `java.lang`, which every file can use without an import. */
const javaLangTypes = words(`
  ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable Boolean Byte CharSequence Character
  Class ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable Comparable
  Deprecated Double Enum Error Exception Float FunctionalInterface IllegalAccessException IllegalArgumentException
  IllegalStateException IndexOutOfBoundsException InheritableThreadLocal Integer InterruptedException Iterable Long
  Math NoClassDefFoundError NoSuchFieldException NoSuchMethodException NullPointerException Number
  NumberFormatException Object OutOfMemoryError Override ReflectiveOperationException Runnable Runtime
  RuntimeException SafeVarargs SecurityException Short StackOverflowError StackTraceElement String StringBuffer
  StringBuilder SuppressWarnings System Thread ThreadLocal Throwable UnsupportedOperationException Void`);

/** The declared type of a variable, or the value of one with `var`. */
function variableType(declarator: Node): Node | null | undefined {
  const { parent } = declarator;
  if (parent?.type === 'spread_parameter') return parent.namedChildren.at(-2);
  return typeUnlessVar(parent) ?? declarator.childForFieldName('value');
}

function typeUnlessVar(node: Node | null): Node | null | undefined {
  const type = node?.childForFieldName('type');
  return type?.text === 'var' ? undefined : type;
}

export function recordComponents(node: Node): readonly TypeMember[] {
  return childrenOfType(node.childForFieldName('parameters') ?? node, 'formal_parameter').flatMap((parameter) => {
    const name = parameter.childForFieldName('name');
    const type = parameter.childForFieldName('type') ?? undefined;
    return name ? [{ kind: 'field', name, declaration: parameter, type }] : [];
  });
}

export const javaLinks: LanguageLinks = {
  naming: {
    method_invocation: 'name',
    ...each('type', 'object_creation_expression array_creation_expression cast_expression'),
    field_access: 'field',
    ...each('', 'array_access parenthesized_expression generic_type'),
    ternary_expression: 'consequence',
    array_type: 'element',
    annotated_type: (node) => node.lastNamedChild,
    scoped_type_identifier: (node) => node.lastNamedChild,
    ...each('', 'catch_type type_bound'),
  },
  bound: {
    variable_declarator: variableType,
    formal_parameter: ['type'],
    catch_formal_parameter: (node) => childOfType(node, 'catch_type'),
    enhanced_for_statement: typeUnlessVar,
    resource: (node) => typeUnlessVar(node) ?? node.childForFieldName('value'),
    instanceof_expression: ['right'],
    ...each([''], 'type_pattern record_pattern_component'),
    type_parameter: (node) => childOfType(node, 'type_bound'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  separateMethods: true,
  methodReferences: true,
  silent: ['import_declaration', 'package_declaration'],
  keywords: ['var', 'class', 'new'],
  builtins: javaLangTypes,
};
