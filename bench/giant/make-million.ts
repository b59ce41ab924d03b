/**
 * `make-million.ts FROM TO [FILES]`: makes a workspace of a million small files, or of FILES, from the texts of a real one. Real files are
 * cut at line ends into pieces of a few hundred bytes. There are 30 pieces in a folder and five levels of folders, as in a monorepo.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { discover } from '../../src/workspace/discover';

const pieceBytes = 400;
const filesPerFolder = 30;
const largestSource = 200_000;

const [from = '.', to = 'million', count = '1000000'] = process.argv.slice(2);
void makeFiles(from, to, Number(count)).then((made) => console.log(`${made} files in ${to}`));

async function makeFiles(source: string, target: string, wanted: number): Promise<number> {
  let made = 0;
  // A small source is taken several times, with other names.
  for (let before = -1; made < wanted && made > before; ) {
    before = made;
    for await (const found of discover(source)) {
      if ('skipped' in found) continue;
      const text = readFileSync(found.file, 'latin1');
      if (text.length > largestSource || text.includes('\0')) continue;
      for (const piece of piecesOf(text)) {
        writePiece(target, made++, found.path, piece);
        if (made === wanted) return made;
      }
    }
  }
  return made;
}

function writePiece(target: string, number: number, path: string, piece: string): void {
  const folder = Math.floor(number / filesPerFolder);
  const [group, team, part] = [Math.floor(folder / 2500), Math.floor(folder / 50) % 50, folder % 50];
  const inside = join(target, `group-${group}`, `package-${team}`, 'src', `part-${part}`);
  if (number % filesPerFolder === 0) mkdirSync(inside, { recursive: true });
  const extension = extname(path);
  writeFileSync(join(inside, `${basename(path, extension)}-${number}${extension}`), piece, 'latin1');
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start + pieceBytes) + 1;
    yield text.slice(start, end === 0 ? text.length : end);
    if (end === 0) return;
    start = end;
  }
}
