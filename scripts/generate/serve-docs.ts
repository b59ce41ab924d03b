/** The protocol of `codegrain serve` as a JSON Schema (docs/serve.schema.json) and as tables in docs/serve.md. */
import * as z from 'zod';
import { chunkOptions } from '../../src/options/chunk-options';
import type { Option } from '../../src/options/option';
import { OpenIndexes } from '../../src/surfaces/serve/index-methods';
import { type ServeMethod, serveErrorCodes } from '../../src/surfaces/serve/serve-method';
import { serveMethods } from '../../src/surfaces/serve/serve-methods';
import { code, markdownTable } from './markdown-tables';
import { libraryErrorCodes, serveAnswer } from './serve-answers';

type JsonSchema = Readonly<Record<string, unknown>>;

const id = {
  type: ['string', 'integer'],
  description: 'Chosen by the client, and unique among the requests that are not answered.',
};

/** `$defs` has `request`, `answer`, and for each method `NAME.params`, `NAME.result` and, where there are events, `NAME.event`. */
export function serveSchema(): JsonSchema {
  const methods = Object.entries(serveMethods(new OpenIndexes()));
  const parts = methods.flatMap(([name, { params }]) => {
    const { event, result } = serveAnswer(name);
    return [
      [`${name}.params`, schemaOf(params, 'input')],
      ...(event ? [[`${name}.event`, schemaOf(event, 'output')]] : []),
      [`${name}.result`, schemaOf(result, 'output')],
    ];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The lines of codegrain serve',
    description:
      'A line from the client is a request, a line to the client belongs to an answer. docs/serve.md describes them.',
    anyOf: [reference('request'), reference('answer')],
    $defs: {
      request: { oneOf: methods.map(([name, method]) => requestOf(name, method)) },
      answer: { oneOf: answerShapes() },
      ...Object.fromEntries(parts),
    },
  };
}

/**
 * The tables of docs/serve.md: `serve errors`, `serve methods`, `serve NAME` for the parameters of a method, and `serve options` for
 * those that all methods that chunk have.
 */
export function serveTable(name: string): string | undefined {
  const methods = serveMethods(new OpenIndexes());
  if (name === 'serve errors') return markdownTable(['code', 'meaning'], errorRows());
  if (name === 'serve methods') {
    const rows = Object.keys(methods).map((method) => [
      `[${code(method)}](#${method.toLowerCase()})`,
      serveAnswer(method).about,
    ]);
    return markdownTable(['method', 'what it does'], rows);
  }
  const isShared = (parameter: string): boolean => Object.hasOwn(chunkOptions, parameter);
  if (name === 'serve options') return methods.chunk && parameterTable(methods.chunk, isShared);
  const method = methods[name.replace(/^serve /, '')];
  return method && parameterTable(method, (parameter) => !isShared(parameter));
}

function errorRows(): string[][] {
  return Object.entries({ ...serveErrorCodes, ...libraryErrorCodes }).map(([name, meaning]) => [code(name), meaning]);
}

interface ParameterSchema {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly ParameterSchema[];
  readonly items?: ParameterSchema;
}

function parameterTable({ params }: ServeMethod, isWanted: (name: string) => boolean): string {
  const { properties, required } = schemaOf(params, 'input');
  const isNeeded = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const all = Object.entries(properties ?? {}) as [string, ParameterSchema][];
  const rows = all
    .filter(([name]) => isWanted(name))
    .map(([name, schema]) => [code(name), typeText(schema), isNeeded(name) ? 'yes' : '', meaningOf(name, schema)]);
  return markdownTable(['parameter', 'type', 'required', 'meaning'], rows);
}

/** Of an option that is a setting too, the first sentence and the default: docs/settings.md says the rest. */
function meaningOf(name: string, { description = '' }: ParameterSchema): string {
  const options: Readonly<Record<string, Option>> = chunkOptions;
  if (!options[name]?.setting) return description;
  const first = /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
  const byDefault = / Default `[^`]*`\.$/.exec(description)?.[0] ?? '';
  return first.endsWith(byDefault.trim()) ? first : first + byDefault;
}

function typeText({ type, enum: values, anyOf, items }: ParameterSchema): string {
  if (values) return values.map((value) => code(value)).join(', ');
  if (anyOf) return anyOf.map(typeText).join(' or ');
  return type === 'array' && items ? `list of ${typeText(items)}` : (type ?? 'any');
}

function requestOf(name: string, { params }: ServeMethod): JsonSchema {
  const isOptional = params.safeParse({}).success;
  return {
    type: 'object',
    description: serveAnswer(name).about,
    properties: { id, method: { const: name }, params: reference(`${name}.params`) },
    required: ['id', 'method', ...(isOptional ? [] : ['params'])],
    additionalProperties: false,
  };
}

function answerShapes(): JsonSchema[] {
  const shape = (properties: JsonSchema): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const error = {
    type: 'object',
    properties: { code: { type: 'string' }, message: { type: 'string' }, position: { type: 'integer' } },
    required: ['code', 'message'],
    additionalProperties: false,
  };
  return [
    shape({ id, event: { type: 'object' } }),
    shape({ id, result: { type: 'object' } }),
    shape({ id: { ...id, type: ['string', 'integer', 'null'] }, error }),
  ];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
