/** The line of a chunk that defines a name. */
import assert from 'node:assert/strict';
import { definitionLine, kindInLine } from '../../../../src/search/hits/best-symbol';

/** Each text uses `size` before it defines it; the definition is marked with `<-`. */
const texts: Readonly<Record<string, string>> = {
  Python: `def total(items):
    return sum(size(item) for item in items)

@cache
def size(item): <-
    return len(item)`,
  'Python, a field': `class Box:
    """A box. :ivar size: in metres"""
    other = 1
    size: int <-
    def grow(self):
        self.size = self.size + 1`,
  JavaScript: `export function total(items) {
  size(items);
  this.size(items);
  return items.map((item) => size(item));
}
export const size = (item) => item.length; <-`,
  'JavaScript, a method': `class Box {
  grow() { return this.size() + 1; }
  get size() { <-
    return 1;`,
  Go: `func (b *Box) Grow() int {
	return b.size() + size
}

func (b *Box) size() int { <-`,
  Rust: `fn total() -> usize { size() }
pub(crate) fn size() -> usize { 1 } <-`,
  Java: `  int total() {
    return size() + this.size;
  }
  private final int size; <-
  Box(int size) {
    this.size = size;
  }`,
  C: `static int total(void)
{
  return size(1);
}
static inline int size(int x) <-
{`,
  'C++': `int Box::total() const { return size(); }
int Box::size() const { <-`,
  Ruby: `  def total
    size + 1
  end
  def size <-
    1`,
  YAML: `jobs:
  - use: size
  size: <-
    a: 1`,
};

describe('the line that defines a name', () => {
  for (const [language, marked] of Object.entries(texts))
    it(`is the definition, not an earlier use: ${language}`, () => {
      const lines = marked.split('\n');
      const expected = lines.findIndex((line) => line.endsWith(' <-'));
      assert.equal(definitionLine(marked.replace(' <-', ''), 'size'), expected);
    });

  it('is the first line with the name if none looks like a definition, and a comment only if nothing else has it', () => {
    assert.equal(definitionLine('# size\nreturn size + 1\nreturn size + 2', 'size'), 1);
    assert.equal(definitionLine('a\n// size', 'size'), 1);
    assert.equal(definitionLine('resize\nsizes', 'size'), undefined);
    assert.equal(definitionLine('', ''), undefined);
  });

  it('is never a use if the name is defined elsewhere', () => {
    assert.equal(definitionLine('  return size(1)', 'size', false), undefined);
    assert.equal(definitionLine('## size\n\nabout the size of', 'size', false), 0);
  });

  it('shows what kind of definition it is', () => {
    assert.deepEqual(
      ['class Size:', 'pub struct Size {', '    def size(self):', 'int size(int x) {', 'size = 1'].map(kindInLine),
      ['class', 'class', 'function', 'function', undefined],
    );
  });
});
