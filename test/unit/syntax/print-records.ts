/**
 * Prints how this process reads trees, and a hash of the chunks of each sample and of some files of the product.
 *
 *   node --import tsx print-records.ts
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkText } from '../../../src/engine/workers/chunker';
import { productFile } from '../../../src/shared/product';
import { syntaxReader, takeSyntaxWarning } from '../../../src/syntax/choose-reader';

export interface PrintedRecords {
  readonly kind: 'fast' | 'plain';
  readonly warning?: string;
  /** By path. */
  readonly hashes: Readonly<Record<string, string>>;
}

function filesIn(...folder: string[]): string[] {
  return readdirSync(productFile(...folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function main(): Promise<void> {
  const hashes: Record<string, string> = {};
  for (const path of [
    ...filesIn('grammars', 'samples'),
    ...filesIn('src', 'code'),
    ...filesIn('src', 'prose'),
    ...filesIn('src', 'syntax'),
  ]) {
    const { chunks } = await chunkText({ path, text: readFileSync(path, 'utf8') });
    hashes[path] = createHash('sha256').update(JSON.stringify(chunks)).digest('hex');
  }
  const warning = takeSyntaxWarning();
  const printed: PrintedRecords = { kind: syntaxReader(), ...(warning !== undefined && { warning }), hashes };
  process.stdout.write(JSON.stringify(printed));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
