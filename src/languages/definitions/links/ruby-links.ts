/** What the graph of the workspace reads in Ruby: what names an expression, and the values of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { LanguageLinks } from '../../language-links';
import { words } from '../../word-lists';

/** `Foo` in `Foo.new`; otherwise the method. */
function calledName(node: Node): Node | null {
  const method = node.childForFieldName('method');
  return method?.text === 'new' ? node.childForFieldName('receiver') : method;
}

export const rubyLinks: LanguageLinks = {
  naming: {
    call: calledName,
    scope_resolution: 'name',
    parenthesized_statements: '',
  },
  bound: { assignment: ['right'], operator_assignment: ['right'] },
  own: ['self'],
  isOpen: true,
  bareMembers: true,
  blockCalls: true,
  sameMembers: ['new'],
  atFields: true,
  // Methods of every object.
  builtins: words(`
    require require_relative load autoload include extend prepend attr_reader attr_writer attr_accessor private
    protected public module_function raise puts print p format lambda proc loop catch throw block_given? binding
    freeze`),
};
