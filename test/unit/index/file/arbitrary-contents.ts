/** Files that no chunker would produce: rows in any order, with any numbers and names. */
import fc from 'fast-check';
import type { Reference } from '../../../../src/code/links/file-links';
import { digest, shortHash } from '../../../../src/code/records/embedded-text';
import type { StoredLinks } from '../../../../src/index/format/link-table';
import type { NewChunk, NewFile } from '../../../../src/index/format/segment-contents';
import { definitionKinds } from '../../../../src/languages/language';

const name = fc.oneof(
  fc.constantFrom('', 'run', 'toString', 'constructor', '__proto__', 'Größe', 'a\u0000b'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const count = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.maxSafeNat());
const fallback = fc.option(fc.constantFrom('lines', 'syntax-error'), { nil: undefined });

function chunkArbitrary(role: 'child' | 'parent' | 'standard', parents: readonly string[]): fc.Arbitrary<NewChunk> {
  return fc
    .record({
      // The low bit tells the two sides apart, so that parents and searched chunks never share an id.
      seed: fc.nat(),
      hash: fc.nat(40).map((text) => digest(`text ${text}`, 32)),
      kind: fc.constantFrom('function', 'class', 'section', 'imports'),
      language: fc.constantFrom('typescript', 'css', ''),
      name,
      scope: fc.array(name, { maxLength: 3 }),
      startLine: fc.nat(100_000),
      lines: fc.nat(500),
      start: fc.nat(2 ** 40),
      length: fc.nat(20_000),
      text: fc.nat(2000),
      context: fc.integer({ min: -5, max: 500 }),
      symbols: fc.array(name, { maxLength: 3 }),
      parent: fc.nat(),
      fallback,
      note: fc.option(name, { nil: undefined }),
      seconds: fc.option(fc.integer({ min: 1, max: 4e9 }), { nil: undefined }),
    })
    .map(({ seed, lines, length, text, context, symbols, parent, fallback, note, seconds, ...rest }) => ({
      ...rest,
      id: shortHash(`${role === 'parent'} ${seed}`),
      role,
      endLine: rest.startLine + lines,
      end: rest.start + length,
      tokens: { text, total: Math.max(0, text + context) },
      symbols: symbols.map((symbol) => ({ name: symbol })),
      ...(role === 'child' && { parent: parents[parent % parents.length] ?? '' }),
      ...(fallback !== undefined && { fallback }),
      ...(seconds !== undefined && { endTime: new Date(seconds * 1000).toISOString() }),
      ...(note !== undefined && role !== 'parent' && { note, plainHash: digest(note, 32) }),
    }));
}

const chunksArbitrary = fc.array(chunkArbitrary('parent', []), { maxLength: 3 }).chain((parents) => {
  const ids = parents.map((parent) => parent.id);
  const searched = fc.oneof(
    chunkArbitrary('standard', ids),
    ids.length ? chunkArbitrary('child', ids) : fc.constant(undefined),
  );
  return fc
    .array(searched, { maxLength: 6 })
    .map((chunks) => [...parents, ...chunks.flatMap((chunk) => (chunk ? [chunk] : []))])
    .map((chunks) => [...new Map(chunks.map((chunk) => [chunk.id, chunk])).values()]);
});

/** @param chunks number of searched chunks. */
export function linksArbitrary(chunks: number): fc.Arbitrary<StoredLinks> {
  const number = fc.oneof(fc.nat(20), fc.nat(300));
  const reference: fc.Arbitrary<Reference> = fc.oneof(
    fc.record({ form: fc.constantFrom('name', 'any'), of: fc.constant(-1), name }),
    fc.record({ form: fc.constantFrom('bare', 'member', 'base'), of: number, name }),
    fc.record({ form: fc.constant('own'), of: number, name: fc.constant('') }),
  );
  const definition = fc
    .record({
      name,
      kind: fc.constantFrom(...definitionKinds),
      owner: name,
      line: fc.nat(100_000),
      lines: fc.nat(500),
      start: fc.nat(2 ** 30),
      signature: fc.nat(400),
      type: fc.integer({ min: -1, max: 300 }),
      bases: fc.array(number, { maxLength: 2 }),
      isInside: fc.boolean(),
    })
    .map(({ signature, lines, ...rest }) => ({
      ...rest,
      signatureEnd: rest.start + signature,
      endLine: rest.line + lines,
    }));
  const links = fc.record({
    namespace: name,
    imports: fc.array(fc.record({ local: name, module: name, name }), { maxLength: 3 }),
    definitions: fc.array(definition, { maxLength: 4 }).map((all) =>
      all.map(({ name, kind, owner, line, endLine, start, signatureEnd, type, bases, isInside }, i) => ({
        ...{ name, kind, container: isInside ? i - 1 : -1, owner, line, endLine, start, signatureEnd, type, bases },
      })),
    ),
    references: fc.array(reference, { maxLength: 40 }),
    chunkUses: fc.array(
      fc.uniqueArray(number, { maxLength: 20 }).map((uses) => uses.sort((a, b) => a - b)),
      { minLength: chunks, maxLength: chunks },
    ),
  });
  return links.map(({ namespace, imports, definitions, references, chunkUses }) => ({
    namespace,
    imports,
    definitions,
    references: references.map((one, i) => {
      // Its name is that of the definition.
      if (one.form === 'own') return { ...one, name: definitions[one.of]?.name ?? '' };
      // No member belongs to itself, not even by way of others.
      const isAfter = one.form === 'member' && one.of >= i && one.of < references.length;
      return isAfter ? { ...one, of: one.of + references.length } : one;
    }),
    // Chunks use references that there are.
    chunkUses: chunkUses.map((uses) => uses.filter((use) => use < references.length)),
  }));
}

export function fileArbitrary(path: string): fc.Arbitrary<NewFile> {
  const hash = fc.option(
    fc.nat().map((seed) => digest(`${seed}`, 32)),
    { nil: undefined },
  );
  const skipped = fc.option(fc.record({ reason: fc.constantFrom('binary', 'too-large'), message: name }), {
    nil: undefined,
  });
  return fc
    .record({
      size: count,
      mtimeMs: fc.double({ noNaN: true, noDefaultInfinity: true }).map((time) => time + 0),
      hash,
      language: fc.constantFrom('typescript', 'markdown', ''),
      lines: count,
      nonBlank: fc.nat(5000),
      missed: fc.nat(5),
      fallback,
      skipped,
      contents: chunksArbitrary.chain((chunks) => {
        const searched = chunks.filter(({ role }) => role !== 'parent').length;
        return fc.record({
          chunks: fc.constant(chunks),
          links: fc.option(linksArbitrary(searched), { nil: undefined }),
        });
      }),
    })
    .map(({ hash, fallback, skipped, nonBlank, missed, contents, size, mtimeMs, language, lines }) => ({
      path,
      size,
      mtimeMs,
      ...(hash !== undefined && { hash }),
      language,
      lines,
      coverage: { lines: nonBlank + missed, covered: nonBlank },
      ...(fallback !== undefined && { fallback }),
      ...(skipped && { skipped }),
      // Ids are told apart by path, as the chunker's are.
      ...(contents.links && { links: contents.links }),
      chunks: contents.chunks.map((chunk) => ({
        ...chunk,
        id: shortHash(`${path}${chunk.id}`),
        ...(chunk.parent !== undefined && { parent: shortHash(`${path}${chunk.parent}`) }),
      })),
    }));
}
