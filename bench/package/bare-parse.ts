/** A program that only parses a file, with web-tree-sitter and the grammar as it is published: the least that a chunker has to do. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';

async function main([runtime = '', grammar = '', file = '']: readonly string[]): Promise<void> {
  await Parser.init({ locateFile: () => runtime });
  const parser = new Parser().setLanguage(await Language.load(readFileSync(grammar)));
  console.log(parser.parse(readFileSync(file, 'utf8'))?.rootNode.descendantCount);
}

void main(process.argv.slice(2));
