/** What names an expression or a type in Python, and what is known about the values of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { LanguageLinks } from '../../language-links';
import { each, words } from '../../word-lists';

/** Types that stand for their first argument. A collection stands for its elements. */
const firstArgument =
  'Optional Union Annotated Awaitable Final ClassVar Type type list List set Set frozenset FrozenSet tuple Tuple deque Deque ' +
  'Sequence MutableSequence Iterable Iterator Collection AbstractSet MutableSet Generator AsyncIterable AsyncIterator AsyncGenerator ' +
  'AbstractContextManager AbstractAsyncContextManager ContextManager AsyncContextManager';
/** Types that stand for their last one: what a dictionary maps to and what a function returns. */
const lastArgument =
  'dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap Callable Coroutine WeakValueDictionary';
const transparentFirst = new Set(firstArgument.split(' '));
const transparentLast = new Set(lastArgument.split(' '));

function genericName(node: Node): Node | null {
  const name = node.firstNamedChild;
  const list = node.namedChildren[1];
  if (!name || !list) return name;
  if (transparentFirst.has(name.text)) return list.firstNamedChild ?? name;
  return transparentLast.has(name.text) ? (list.lastNamedChild ?? name) : name;
}

/** Functions that return what they get, or a collection or an element of it. */
const passing = new Set(words('list tuple set frozenset sorted reversed iter next copy deepcopy'));

function calledName(call: Node): Node | null {
  const called = call.childForFieldName('function');
  if (called?.type !== 'identifier') return called;
  const { text } = called;
  const isPassing = text === 'cast' || passing.has(text);
  return isPassing ? (call.childForFieldName('arguments')?.firstNamedChild ?? called) : called;
}

const isNone = (node: Node): boolean => node.type === 'none';

/** `X` in `None | X`. */
function unionMembers(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => child.text !== 'None');
}

/** Both sides of `a | b`, `a / b` and `a or b`; `b` in `a and b`. */
function operands(node: Node): readonly Node[] {
  const sides = [node.childForFieldName('left'), node.childForFieldName('right')].filter((side) => side !== null);
  return node.childForFieldName('operator')?.type === 'and' ? sides.slice(1) : sides.filter((side) => !isNone(side));
}

/** `a` and `c` in `a if b else c`. */
function branches(node: Node): readonly Node[] {
  return node.namedChildren.filter((child, index) => index !== 1 && !isNone(child));
}

const inner = (node: Node): readonly Node[] => node.namedChildren.slice(0, 1);

/** `items` for the `item` in `for item in items`. */
function loopedOver(loop: Node, name: Node): Node | null {
  const right = loop.childForFieldName('right');
  return right && name.startIndex < right.startIndex ? right : null;
}

export const pythonLinks: LanguageLinks = {
  naming: {
    call: calledName,
    attribute: 'attribute',
    subscript: 'value',
    assignment: 'right',
    list: '',
    ...each('body', 'list_comprehension generator_expression'),
    generic_type: genericName,
    member_type: (node) => node.lastNamedChild,
  },
  choices: {
    ...each(inner, 'await parenthesized_expression type'),
    ...each(operands, 'boolean_operator binary_operator'),
    conditional_expression: branches,
    union_type: unionMembers,
  },
  results: ['return', 'yield'],
  bound: {
    typed_parameter: ['type'],
    typed_default_parameter: ['type', 'value'],
    ...each(['value'], 'default_parameter named_expression'),
    assignment: ['type', 'right'],
    as_pattern: [''],
    ...each(loopedOver, 'for_statement for_in_clause'),
  },
  annotated: ['assignment'],
  own: ['self', 'cls'],
  base: ['super'],
};
