/** Rows in PostgreSQL's binary COPY format, sent by psql: ten million rows would take hours as statements. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const blockBytes = 1 << 20;
/** No row is larger. */
const maxRowBytes = 1 << 18;

export class BinaryCopy {
  private readonly child;
  private readonly exit: Promise<unknown[]>;
  private errors = '';
  private block = Buffer.allocUnsafe(blockBytes + maxRowBytes);
  private at = 0;
  private lengthAt = 0;
  rows = 0;

  /** Empties the table in the same transaction, so that a server with `wal_level = minimal` writes no log. */
  constructor(url: string, table: string, columns: readonly string[]) {
    const copy = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`;
    const args = [url, '-q', '-v', 'ON_ERROR_STOP=1', '-1', '-c', `truncate ${table}`, '-c', copy];
    this.child = spawn('psql', args, { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, PGOPTIONS: '' } });
    this.exit = once(this.child, 'close');
    this.child.stderr.on('data', (data) => {
      this.errors += data;
    });
    this.child.stdin.on('error', () => {});
    header.copy(this.block);
    this.at = header.length;
  }

  /** Sends what is full. To be called now and then between rows. */
  async row(columns: number): Promise<void> {
    if (this.at >= blockBytes) await this.flush();
    this.rows++;
    this.block.writeInt16BE(columns, this.at);
    this.at += 2;
  }

  int4(value: number): void {
    this.block.writeInt32BE(4, this.at);
    this.block.writeInt32BE(value, this.at + 4);
    this.at += 8;
  }

  int8(value: number): void {
    this.block.writeInt32BE(8, this.at);
    this.block.writeBigInt64BE(BigInt(value), this.at + 4);
    this.at += 12;
  }

  float4(value: number): void {
    this.block.writeInt32BE(4, this.at);
    this.block.writeFloatBE(value, this.at + 4);
    this.at += 8;
  }

  float8(value: number): void {
    this.block.writeInt32BE(8, this.at);
    this.block.writeDoubleBE(value, this.at + 4);
    this.at += 12;
  }

  bytes(value: Uint8Array): void {
    this.block.writeInt32BE(value.length, this.at);
    this.block.set(value, this.at + 4);
    this.at += 4 + value.length;
  }

  text(value: string): void {
    this.begin();
    this.at += this.block.write(value, this.at);
    this.end();
  }

  /** A value whose bytes follow, until `end`. */
  begin(): void {
    this.lengthAt = this.at;
    this.at += 4;
  }

  end(): void {
    this.block.writeInt32BE(this.at - this.lengthAt - 4, this.lengthAt);
  }

  rawByte(value: number): void {
    this.block[this.at++] = value;
  }

  rawInt2(value: number): void {
    this.block[this.at++] = value >>> 8;
    this.block[this.at++] = value;
  }

  rawInt4(value: number): void {
    this.block.writeInt32BE(value, this.at);
    this.at += 4;
  }

  /** A short value: faster than `Buffer.set`. */
  rawBytes(value: Uint8Array): void {
    for (let i = 0; i < value.length; i++) this.block[this.at++] = value[i] ?? 0;
  }

  async finish(): Promise<void> {
    this.block.writeInt16BE(-1, this.at);
    this.at += 2;
    await this.flush();
    this.child.stdin.end();
    const [status] = await this.exit;
    if (status !== 0) throw new Error(`psql: ${this.errors.trim()}`);
  }

  private async flush(): Promise<void> {
    const full = Buffer.from(this.block.subarray(0, this.at));
    this.at = 0;
    if (this.child.exitCode !== null) throw new Error(`psql: ${this.errors.trim()}`);
    if (!this.child.stdin.write(full)) await Promise.race([once(this.child.stdin, 'drain'), this.exit]);
  }
}
