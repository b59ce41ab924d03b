import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHtml } from '../../../../src/prose/html/html-blocks';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';
import { blocksOf, contentsOf, everyBlock, outlineOf, textsOf } from '../prose-blocks';

const outline = (text: string) => outlineOf(readHtml, text);

describe('HTML', () => {
  it('turns headings into sections, whatever wraps them', async () => {
    const page =
      '<!DOCTYPE html>\n<html><head><title>T</title></head>\n<body><main>\n  <h1>A &amp; <b>B</b><a href="#a">¶</a></h1>\n' +
      '  <div><p>One.</p>two <i>and</i> three</div>\n  <section>\n    <h2>C</h2>\n    text\n  </section>\n</main></body></html>\n';
    assert.deepEqual(await outline(page), [
      'metadata',
      'section A & B',
      '  heading A & B',
      '  paragraph',
      '  paragraph',
      '  section C',
      '    heading C',
      '    paragraph',
    ]);
    // The opening tag belongs to the block it opens.
    assert.deepEqual(await textsOf(readHtml, page, 'heading'), [
      '<body><main>\n  <h1>A &amp; <b>B</b><a href="#a">¶</a></h1>',
      '<section>\n    <h2>C</h2>',
    ]);
  });

  it('splits lists into items, even if end tags are omitted', async () => {
    const items = ['list', '  item', '  item', '    paragraph', '    list', '      item', 'paragraph'];
    assert.deepEqual(await outline('<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d'), items);
    assert.deepEqual(await outline('<ul>\n<li>a\n<li>b\n<ul>\n<li>c\n</ul>\n</ul>\nd\n'), items);
  });

  it('reads a term and its description as a definition', async () => {
    assert.deepEqual(await textsOf(readHtml, '<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>', 'definition'), [
      '<dl><dt>a<dt>b<dd>c<dd>d',
      '<dt>e<dd>f</dl>',
    ]);
  });

  it('splits tables into rows and finds the end of the header', async () => {
    const text =
      '<table><caption>Sizes</caption><thead><tr><th>a</th></tr></thead>\n<tbody>\n<tr><td>1</td></tr>\n<tr><td>2</table>';
    const table = (await blocksOf(readHtml, text))[0];
    assert.equal(table?.name, 'Sizes');
    assert.equal(table?.blocks?.length, 3);
    assert.ok(text.slice(0, table?.headerEnd).trimEnd().endsWith('</tr>'));
    const plain = (await blocksOf(readHtml, '<table><tr><th>a<th>b<tr><td>1<td>2</table>'))[0];
    assert.equal(plain?.headerEnd, '<table><tr><th>a<th>b'.length);
  });

  it('reads the contents of tables that only lay out a page', async () => {
    assert.deepEqual(await outline('<table><tr><td><h1>A</h1><p>b</p></td><td><pre>c</pre></td></tr></table>'), [
      'section A',
      '  heading A',
      '  paragraph',
      '  code',
    ]);
  });

  it('finds the language of code, and its text if there is no markup in it', async () => {
    const text =
      '<pre><code class="language-ts">let a;\n</code></pre><div class="highlight-python notranslate"><div><pre>x = <b>1</b></pre></div></div>' +
      '<div class="highlight highlight-source-js"><pre>\na &lt; b</pre></div><pre data-lang="go">\nfunc f()\n</pre><pre class="brush: java;">x</pre>' +
      '<script>\nrun();\n</script><script type="application/ld+json">{}</script><script type="module">m</script><style>a {}</style>' +
      '<script src="x.js"></script><script type="text/x-handlebars"><b>t</b></script>';
    assert.deepEqual(await outline(text), [
      'code ts',
      'code python',
      'code js',
      'code go',
      'code java',
      'code javascript',
      'code json',
      'code javascript',
      'code css',
      'markup',
      'markup',
    ]);
    assert.deepEqual(await contentsOf(readHtml, text), [
      'let a;\n',
      undefined,
      undefined,
      'func f()\n',
      'x',
      'run();\n',
      '{}',
      'm',
      'a {}',
    ]);
  });

  it('separates navigation, comments and data about the page', async () => {
    assert.deepEqual(
      await outline(
        '<head><meta charset="utf-8"><link href="x"><style>a{}</style></head><nav><ul><li>x</ul></nav><!-- c --><p>t',
      ),
      ['metadata', 'code css', 'markup', '  list', '    item', 'markup', 'paragraph'],
    );
    assert.deepEqual(await outline('<nav>never closed<h1>A</h1>'), ['paragraph', 'section A', '  heading A']);
  });

  it('is not misled by angle brackets in attributes, scripts and text', async () => {
    assert.deepEqual(await outline('<p title="a > b">x < y</p><script>"<p>"</script><p>z'), [
      'paragraph',
      'code javascript',
      'paragraph',
    ]);
    assert.deepEqual(await outline('<p class=">unclosed <p>a</p>'), ['paragraph', 'paragraph']);
    assert.deepEqual(await outline('<p>a <'), ['paragraph']);
    assert.deepEqual(await outline('</ul></div>'), ['markup']);
    assert.deepEqual(await outline('plain words'), ['paragraph']);
    assert.deepEqual(await outline(' \n'), []);
  });

  it('reads long pages, deep, broken or on one line, quickly', async () => {
    for (const part of [
      '<div>',
      '<ul><li>',
      '<table><tr><td>',
      '<a "',
      '<a href="',
      '<li>',
      '<dl><dt>',
      '<!--',
      '<script>',
      '<pre>',
      '<nav>',
      '<h1>a',
      '<',
      '<div></ul>',
      '<p>a</p>',
    ]) {
      const start = cpuTime();
      await readHtml(part.repeat(200_000 / part.length));
      assert.ok(cpuTime() - start < 1000, part);
    }
  });

  it('keeps opening tags at the end that have no block', async () => {
    const source = 'text <div><a href="text <div><hr>';
    const blocks = await blocksOf(readHtml, source);
    assert.equal(blocks.at(-1)?.end, source.length);
  });

  it('loses no text and keeps blocks in order, for any page', async () => {
    const tags =
      'div ul li table tr td th thead p h1 h2 pre code script dl dt dd nav head b blockquote caption style svg'.split(
        ' ',
      );
    const part = fc.oneof(
      fc.constantFrom(...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
      fc.constantFrom(
        'text ',
        '\n',
        '  ',
        '<!--',
        '-->',
        '"',
        "'",
        '<a href="',
        '>',
        '<',
        '&lt;',
        '<br/>',
        '<hr>',
        '\r\n',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const source = parts.join('');
        const blocks = await blocksOf(readHtml, source);
        assert.equal(source.slice(0, blocks[0]?.start).trim(), '');
        // Between two blocks there are only tags.
        for (const block of [{ blocks, start: 0, end: source.length }, ...everyBlock(blocks)]) {
          let at = block.start;
          for (const inner of block.blocks ?? []) {
            assert.doesNotMatch(source.slice(at, inner.start), /text/);
            at = inner.end;
          }
          if (block.blocks?.length) assert.doesNotMatch(source.slice(at, block.end), /text/);
        }
      }),
      { numRuns: runs(160) },
    );
  });
});
