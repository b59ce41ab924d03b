/**
 * Parquet, written by hyparquet-writer one row group at a time, so memory holds one group and not the file. Columns have the names and
 * types of the record's fields: lists of strings and of structs, structs, and `embedding` as a list of floats. A group ends at a limit
 * of rows or of characters, whichever comes first, so neither many small chunks nor long vectors fill the memory. Columns without
 * repeated values are written plain, because looking for repetitions would only cost time.
 */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  type Encoder,
  type ExportedChunk,
  type ExportedFile,
  type ExportInfo,
  missingFields,
  type Sink,
} from './export-record';

const groupRows = 1000;
const groupCharacters = 4_000_000;

type Repetition = 'REQUIRED' | 'OPTIONAL';
type Field = (name: string, repetition?: Repetition) => SchemaElement[];

const string: Field = (name, repetition_type = 'REQUIRED') => {
  return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type }];
};
const whole: Field = (name, repetition_type = 'REQUIRED') => [{ name, type: 'INT32', repetition_type }];
const flag: Field = (name, repetition_type = 'REQUIRED') => [{ name, type: 'BOOLEAN', repetition_type }];
const float: Field = (name, repetition_type = 'REQUIRED') => [{ name, type: 'FLOAT', repetition_type }];

function struct(...fields: readonly SchemaElement[][]): Field {
  return (name, repetition_type = 'REQUIRED') => [
    { name, num_children: fields.length, repetition_type },
    ...fields.flat(),
  ];
}

function list(element: Field): Field {
  return (name, repetition_type = 'REQUIRED') => [
    { name, converted_type: 'LIST', num_children: 1, repetition_type },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    ...element('element'),
  ];
}

type Name = keyof ExportedChunk;

const columns: Readonly<Record<Name, SchemaElement[]>> = {
  id: string('id'),
  hash: string('hash'),
  path: string('path'),
  language: string('language'),
  kind: string('kind'),
  name: string('name'),
  scope: list(string)('scope'),
  startLine: whole('startLine'),
  endLine: whole('endLine'),
  start: whole('start'),
  end: whole('end'),
  text: string('text'),
  context: string('context'),
  enclosing: list(struct(whole('line'), string('text'), whole('lastLine')))('enclosing', 'OPTIONAL'),
  note: string('note', 'OPTIONAL'),
  plainHash: string('plainHash', 'OPTIONAL'),
  imports: list(struct(string('name'), string('statement'), whole('line')))('imports'),
  globals: list(struct(string('name'), string('kind'), string('text'), whole('line')))('globals'),
  omitted: list(string)('omitted'),
  dependencies: list(
    struct(
      string('name'),
      string('kind'),
      string('path'),
      whole('line'),
      string('signature'),
      string('doc', 'OPTIONAL'),
      string('how'),
    ),
  )('dependencies'),
  signatures: string('signatures'),
  symbols: list(struct(string('name'), string('kind'), whole('line'), whole('endLine'), flag('member', 'OPTIONAL')))(
    'symbols',
  ),
  tokens: struct(
    whole('text'),
    whole('total'),
    whole('messages', 'OPTIONAL'),
    string('method'),
    string('accuracy'),
  )('tokens'),
  role: string('role'),
  strategy: string('strategy'),
  sequence: whole('sequence'),
  total: whole('total'),
  part: struct(whole('number'), whole('of'))('part', 'OPTIONAL'),
  parent: string('parent', 'OPTIONAL'),
  overlap: struct(whole('before'), whole('after'))('overlap'),
  pieces: struct(whole('from'), whole('to'), whole('start'), whole('end'))('pieces', 'OPTIONAL'),
  startMessage: whole('startMessage', 'OPTIONAL'),
  endMessage: whole('endMessage', 'OPTIONAL'),
  speaker: string('speaker', 'OPTIONAL'),
  conversationId: string('conversationId', 'OPTIONAL'),
  conversationTitle: string('conversationTitle', 'OPTIONAL'),
  startTime: string('startTime', 'OPTIONAL'),
  endTime: string('endTime', 'OPTIONAL'),
  fallback: string('fallback', 'OPTIONAL'),
  encoding: string('encoding', 'OPTIONAL'),
  embedding: list(float)('embedding', 'OPTIONAL'),
};

const unique: ReadonlySet<Name> = new Set(['id', 'hash', 'text', 'context', 'signatures', 'embedding']);

/** The library's output buffer, emptied after each row group. */
class GroupWriter extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

export class ParquetEncoder implements Encoder {
  private readonly bytes = new GroupWriter();
  private readonly writer: ParquetWriter;
  private readonly names: readonly Name[];
  private rows: ExportedChunk[] = [];
  private characters = 0;

  constructor(
    private readonly sink: Sink,
    info: ExportInfo,
  ) {
    const { model, folder } = info;
    const missing: ReadonlySet<Name> = missingFields(info);
    this.names = typedKeys(columns).filter((name) => !missing.has(name));
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: [{ name: 'root', num_children: this.names.length }, ...this.names.flatMap((name) => columns[name])],
      kvMetadata: [
        { key: 'codegrain.folder', value: folder },
        ...(model === undefined ? [] : [{ key: 'codegrain.model', value: model }]),
      ],
    });
  }

  async begin(): Promise<void> {}

  async add({ chunks }: ExportedFile): Promise<void> {
    for (const chunk of chunks) {
      this.rows.push(chunk);
      this.characters += chunk.text.length + (chunk.context?.length ?? 0);
      if (this.rows.length >= groupRows || this.characters >= groupCharacters) await this.writeGroup();
    }
  }

  async end(): Promise<void> {
    if (this.rows.length > 0) await this.writeGroup();
    await this.writer.finish();
    await this.sink.write(this.bytes.take());
  }

  private async writeGroup(): Promise<void> {
    const { rows } = this;
    this.rows = [];
    this.characters = 0;
    await this.writer.write({
      rowGroupSize: rows.length,
      columnData: this.names.map((name) => ({
        name,
        data: rows.map((row) => row[name]),
        ...(unique.has(name) && { encoding: 'PLAIN' as const }),
        // The floats of vectors do not compress.
        ...(name === 'embedding' && { codec: 'UNCOMPRESSED' as const }),
      })),
    });
    await this.sink.write(this.bytes.take());
  }
}

function typedKeys(record: typeof columns): Name[] {
  const isName = (key: string): key is Name => key in columns;
  return Object.keys(record).filter(isName);
}
