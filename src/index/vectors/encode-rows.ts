/** Makes the codes of many rows (row-codes.ts), a few at a time, as the kernel reads them. */
import { Arena } from './arena';
import { bestKernel, loadKernel } from './load-kernel';
import { middles, SAMPLED_ROWS } from './row-codes';
import { ROWS_PER_BLOCK } from './scan-kernel';

/** Rows that are encoded at once; a multiple of 32. */
const rowsAtOnce = 4096;

/** The rows of a segment, [from, to). */
interface RowReader {
  vectors(from: number, to: number, target: Int8Array): void;
  scales(from: number, to: number): Float32Array;
}

/** @param bytes length of a row. @param pause called between parts of the work. */
export async function encodeRows(
  count: number,
  bytes: number,
  rows: RowReader,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const blocks = Math.ceil(count / ROWS_PER_BLOCK);
  const codes = new Uint8Array((blocks * ROWS_PER_BLOCK * bytes) / 8);
  const partBytes = (rowsAtOnce * bytes) / 8;
  const arena = new Arena(rowsAtOnce * bytes + partBytes + 9 * bytes);
  const [vectors, part, middle, scratch] = [rowsAtOnce * bytes, partBytes, bytes, bytes * 8].map((size) =>
    arena.take(size),
  );
  if (!vectors || !part || !middle || !scratch) throw new Error('there is no room for the codes');
  const kernel = loadKernel(arena.memory, bestKernel());
  const { buffer } = arena.memory;
  new Int8Array(buffer, middle, bytes).set(sampledMiddles(count, bytes, rows));
  for (let from = 0; from < count; from += rowsAtOnce) {
    const to = Math.min(count, from + rowsAtOnce);
    const target = new Int8Array(buffer, vectors, rowsAtOnce * bytes);
    rows.vectors(from, to, target);
    target.fill(0, (to - from) * bytes);
    kernel.encode(vectors, bytes, middle, to - from, part, scratch);
    const length = (Math.ceil((to - from) / ROWS_PER_BLOCK) * ROWS_PER_BLOCK * bytes) / 8;
    codes.set(new Uint8Array(buffer, part, length), (from * bytes) / 8);
    await pause();
  }
  return codes;
}

/** Like `middles` of all rows. */
function sampledMiddles(count: number, bytes: number, rows: RowReader): Int8Array {
  const step = Math.max(1, Math.floor(count / SAMPLED_ROWS));
  const sampled = Math.ceil(count / step);
  const vectors = new Int8Array(sampled * bytes);
  const scales = new Float32Array(sampled);
  for (let i = 0; i < sampled; i++) {
    rows.vectors(i * step, i * step + 1, vectors.subarray(i * bytes, (i + 1) * bytes));
    scales.set(rows.scales(i * step, i * step + 1), i);
  }
  return middles(vectors, scales, bytes);
}
