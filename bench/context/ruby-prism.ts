/**
 * Ruby's answer. Its own parser, prism, distinguishes locals from calls; the language defines which definition in the file a constant
 * or a call without a receiver refers to. Constants are looked up in the enclosing modules and classes, innermost first, then at
 * the top level; calls in the enclosing modules, then at the top level. Methods of classes do not count, because they are found
 * through their class. `require`d files do not count either, because the statement does not list their names.
 */
import { type Answer, fromBytes, type Spot } from './reference-answer';

/** The parts of prism's nodes that are used here; which fields a node has depends on its class. */
interface Node {
  readonly location: Location;
  childNodes(): (Node | null)[];
  readonly name?: string;
  readonly nameLoc?: Location;
  readonly receiver?: Node | null;
  readonly parent?: Node | null;
  readonly constantPath?: Node;
  readonly superclass?: Node | null;
  readonly arguments_?: Node | null;
  readonly oldName?: Node;
  readonly newName?: Node;
  readonly unescaped?: { readonly value: string };
  /** The colon of a symbol. */
  readonly openingLoc?: Location | null;
}

/** In bytes. */
interface Location {
  readonly startOffset: number;
  readonly length: number;
}

export type Prism = (source: string) => { readonly value: Node; readonly errors: readonly unknown[] };

/** Undefined if the packages of bench/package.json are not installed. */
export async function loadPrism(): Promise<Prism | undefined> {
  const name: string = '@ruby/prism';
  try {
    const { loadPrism: load } = (await import(name)) as { loadPrism(): Promise<Prism> };
    return await load();
  } catch {
    return undefined;
  }
}

/** An enclosing module or class, or the top level of the file. */
interface Space {
  /** `Sequel::Plugins`; empty at the top level. */
  readonly path: string;
  readonly isModule: boolean;
}

/** The scopes around some code. */
interface Place {
  /** Innermost first. */
  readonly spaces: readonly Space[];
  /** Local variables of enclosing statements outside methods that the code can see. */
  readonly locals: ReadonlySet<string>;
}

const top: Space = { path: '', isModule: true };
/** `attr_writer` defines `x=`, which cannot be called without a receiver. */
const readers: ReadonlySet<string> = new Set(['attr', 'attr_reader', 'attr_accessor']);

const typeOf = (node: Node): string => node.constructor.name;
const childrenOf = (node: Node): Node[] => node.childNodes().filter((child) => child !== null);

/** Undefined if Ruby cannot parse the file. */
export function rubyAnswer(parse: Prism, text: string): Answer | undefined {
  const result = parse(text);
  if (result.errors.length > 0) return undefined;
  const scan = new Scan(fromBytes(text));
  scan.body(childrenOf(result.value), { spaces: [top], locals: new Set() });
  return scan.answer();
}

interface Sighting {
  readonly name: string;
  readonly offset: number;
  /** Paths that the file may define it under: `A::B::name`, or `A::B#name` for methods. */
  readonly paths: readonly string[];
}

const conditional = /^(Begin|If|Unless|Else|Rescue|Ensure|Statements)Node$/;
const write = /^(Constant|GlobalVariable|LocalVariable)((Or|And|Operator)?Write|Target)Node$/;

class Scan {
  private readonly statements: (readonly [number, number])[] = [];
  private readonly definitions: Spot[] = [];
  private readonly known = new Set<string>();
  private readonly seen: Sighting[] = [];

  constructor(private readonly at: (byte: number) => number) {}

  answer(): Answer {
    const uses = this.seen
      .filter(({ paths }) => paths.some((path) => this.known.has(path)))
      .map(({ name, offset }): Spot => ({ name, offset, kind: 'global' }));
    return { statements: this.statements, definitions: this.definitions, uses };
  }

  private define(path: string, name: string, { startOffset }: Location): void {
    this.definitions.push({ name, offset: this.at(startOffset), kind: 'global' });
    this.known.add(path);
  }

  /** The statements of a file, module or class; those inside conditions count as top-level. */
  body(nodes: readonly Node[], { spaces, locals: outer }: Place): void {
    const locals = new Set(outer);
    const place = { spaces, locals };
    for (const node of nodes) {
      if (conditional.test(typeOf(node))) this.body(childrenOf(node), place);
      else this.statement(node, place, locals);
    }
  }

  private statement(node: Node, place: Place, locals: Set<string>): void {
    const [space = top] = place.spaces;
    const type = typeOf(node);
    const { startOffset, length } = node.location;
    const { constantPath, superclass } = node;
    if (type === 'SingletonClassNode') {
      this.body(childrenOf(node), {
        spaces: [{ path: space.path, isModule: false }, ...place.spaces],
        locals: new Set(),
      });
    } else if (constantPath) {
      const path = pathOf(constantPath);
      const { name = '' } = constantPath;
      if (typeOf(constantPath) === 'ConstantReadNode') this.define(within(space, name), name, constantPath.location);
      else this.visit(constantPath, place);
      const head = (superclass ?? constantPath).location;
      this.statements.push([this.at(startOffset), this.at(head.startOffset + head.length)]);
      if (superclass) this.visit(superclass, place);
      const inner = { path: within(space, path), isModule: type === 'ModuleNode' };
      const inside = childrenOf(node).filter((child) => child !== constantPath && child !== superclass);
      this.body(inside, { spaces: [inner, ...place.spaces], locals: new Set() });
    } else {
      this.statements.push([this.at(startOffset), this.at(startOffset + length)]);
      this.definedBy(node, space, locals);
      this.visit(node, place);
    }
  }

  private definedBy(node: Node, space: Space, locals: Set<string>): void {
    const type = typeOf(node);
    const { name = '', nameLoc, receiver, arguments_: given, newName } = node;
    if (type === 'MultiWriteNode') {
      for (const child of childrenOf(node)) if (write.test(typeOf(child))) this.definedBy(child, space, locals);
    } else if (write.test(type)) {
      const location = nameLoc ?? node.location;
      if (type.startsWith('Local')) locals.add(name);
      this.define(type.startsWith('Constant') ? within(space, name) : name, name, location);
    } else if (type === 'DefNode') {
      if (space.isModule && nameLoc) this.define(`${space.path}#${name}`, name, nameLoc);
    } else if (type === 'AliasMethodNode' && newName) {
      const alias = newName.unescaped?.value ?? '';
      if (space.isModule) this.define(`${space.path}#${alias}`, alias, newName.location);
    } else if (type === 'CallNode' && !receiver) {
      for (const arg of given ? childrenOf(given) : []) {
        const symbol = arg.unescaped?.value;
        if (typeOf(arg) === 'DefNode') this.definedBy(arg, space, locals);
        else if (readers.has(name) && symbol !== undefined)
          this.define(`${space.path}#${symbol}`, symbol, arg.location);
      }
    }
  }

  private visit(node: Node, place: Place): void {
    const { spaces } = place;
    const type = typeOf(node);
    const { name = '', nameLoc, receiver, parent, oldName, constantPath } = node;
    const see = (spelled: string, { startOffset }: Location, paths: readonly string[]): void => {
      this.seen.push({ name: spelled, offset: this.at(startOffset), paths });
    };
    let inner = place;
    if (/^Constant(Read|Target|\w*Write)Node$/.test(type)) {
      see(name, node.location, constantPaths(name, spaces));
    } else if (type === 'ConstantPathNode' && nameLoc) {
      const path = pathOf(node);
      see(name, nameLoc, parent ? constantPaths(path, spaces) : [path]);
    } else if (type.startsWith('GlobalVariable')) {
      see(name, node.location, [name]);
    } else if (type === 'LocalVariableReadNode') {
      if (place.locals.has(name)) see(name, node.location, [name]);
    } else if (type === 'CallNode' && (!receiver || typeOf(receiver) === 'SelfNode')) {
      if (!receiver) see(name, node.location, methodPaths(name, spaces));
    } else if (type === 'AliasMethodNode' && oldName && !oldName.openingLoc) {
      const old = oldName.unescaped?.value ?? '';
      see(old, oldName.location, methodPaths(old, spaces));
    } else if (constantPath) {
      // Inside a block or a method: its definitions are local.
      inner = { spaces: [{ path: '?', isModule: true }, ...spaces], locals: new Set() };
    } else if (type === 'DefNode') {
      inner = { spaces, locals: new Set() };
    }
    for (const child of childrenOf(node)) this.visit(child, child === receiver ? place : inner);
  }
}

function within({ path }: Space, name: string): string {
  return path === '' ? name : `${path}::${name}`;
}

/** `A::B` as written. */
function pathOf(node: Node): string {
  const { name = '?', parent } = node;
  return parent ? `${pathOf(parent)}::${name}` : name;
}

/** The paths that a constant, or a path that starts with one, can refer to, innermost first. The first part decides, but a file rarely has two. */
function constantPaths(path: string, spaces: readonly Space[]): string[] {
  return spaces.map((space) => within(space, path));
}

function methodPaths(name: string, spaces: readonly Space[]): string[] {
  return spaces.map(({ path }) => `${path}#${name}`);
}
