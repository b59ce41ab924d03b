/** The answers of our graph to the questions that the oracles were asked. */
import { Resolver } from '../../src/index/graph/resolve/resolver';
import { memoryLinks } from '../../test/unit/index/graph/memory-links';
import type { Place } from './gold-use';
import { sourceText } from './source-paths';

export interface Answer {
  /** Line 0: a module as a whole. */
  readonly targets: readonly Place[];
  readonly how: 'resolved' | 'unique name' | 'guess';
}

export type Answers = (path: string, offset: number) => Answer | undefined;

/** @param paths the files of the workspace that the graph knows. */
export async function answersOf(folder: string, paths: readonly string[]): Promise<Answers> {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const text = sourceText(folder, path);
    if (text !== undefined) texts[path] = text;
  }
  const source = await memoryLinks(texts);
  const resolver = new Resolver(source);
  return (path, offset) => {
    const file = source.file(path);
    const use = source.usesOf(path).find((each) => each.offset === offset);
    if (!file || !use) return undefined;
    const meaning = resolver.targetsOf(file, use.reference);
    if (meaning.is === 'module')
      return { how: 'resolved', targets: meaning.files.map((each) => ({ path: each, line: 0 })) };
    if (meaning.is !== 'definitions') return undefined;
    const targets = meaning.places.map((place) => ({
      path: place.file.path,
      line: place.file.links.definitions[place.number]?.line ?? 0,
    }));
    return { how: meaning.how, targets };
  };
}
