/**
 * The server side of the Model Context Protocol (https://modelcontextprotocol.io/specification), as far as tools and resources need it:
 * the protocol's own library makes schemas for all of its messages when it is loaded, which was a fourth of the start of the server.
 * Tests drive it with the client of that library.
 */
import * as z from 'zod';
import { errorMessage } from '../../shared/error-message';
import {
  errorCodes,
  isRecord,
  RpcError,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  readMessage,
} from './rpc-message';

/** What messages come and go through. Methods, so that the transports of the protocol's own library are connections too. */
export interface Connection {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onmessage?(message: unknown): void;
  onerror?(error: Error): void;
  onclose?(): void;
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

interface ToolAbout<Input> {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Input;
  readonly outputSchema?: z.ZodRawShape;
  readonly annotations: Readonly<Record<string, boolean>>;
}

interface Tool extends ToolAbout<z.ZodObject> {
  run(input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** Resources whose addresses begin with `prefix` and end with an id. */
export interface Resources {
  readonly name: string;
  readonly prefix: string;
  readonly about: { readonly title: string; readonly description: string; readonly mimeType: string };
  /** Some of them. */
  list(signal: AbortSignal): Promise<readonly object[]>;
  read(id: string, signal: AbortSignal): Promise<string>;
}

type Params = RpcRequest['params'];
type Method = (params: Params, signal: AbortSignal) => object | Promise<object>;

/** Newest first: a client that asks for another version gets the newest. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

export class ToolServer {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  oninitialized?: () => void;
  private readonly tools = new Map<string, Tool>();
  private resources: Resources | undefined;
  private readonly requests = new Map<RpcId, AbortController>();
  private connection: Connection | undefined;

  constructor(
    private readonly info: Readonly<Record<'name' | 'title' | 'version', string>>,
    private readonly instructions: string,
  ) {}

  addTool<Shape extends z.ZodRawShape>(
    name: string,
    about: ToolAbout<Shape>,
    run: (input: z.output<z.ZodObject<Shape>>, signal: AbortSignal) => Promise<ToolResult>,
  ): void {
    const inputSchema = z.object(about.inputSchema);
    const checkInput = (input: unknown): z.output<typeof inputSchema> => {
      // Otherwise Zod compiles a function for each schema, which takes longer than it saves.
      const { data, error } = inputSchema.safeParse(input, { jitless: true });
      if (data) return data;
      const problems = error?.issues.map(
        ({ message, path }) => `${message}${path.length > 0 ? ` at ${path.join('.')}` : ''}`,
      );
      throw new RpcError(
        errorCodes.invalidParams,
        `Input validation error: Invalid arguments for tool ${name}: ${problems?.join('\n')}`,
      );
    };
    this.tools.set(name, { ...about, inputSchema, run: async (input, signal) => run(checkInput(input), signal) });
  }

  setResources(resources: Resources): void {
    this.resources = resources;
  }

  async connect(connection: Connection): Promise<void> {
    this.connection = connection;
    connection.onmessage = (message) => this.receive(message);
    connection.onerror = (error) => this.onerror?.(error);
    connection.onclose = () => {
      this.connection = undefined;
      for (const request of this.requests.values()) request.abort();
      this.onclose?.();
    };
    await connection.start();
  }

  async close(): Promise<void> {
    await this.connection?.close();
  }

  private receive(value: unknown): void {
    const message = readMessage(value);
    if (message?.is === 'request') void this.answer(message);
    else if (message?.is === 'notification') this.notice(message);
    else if (!message)
      this.onerror?.(new Error(`not a message of the protocol: ${JSON.stringify(value).slice(0, 200)}`));
  }

  private notice({ method, params }: Extract<RpcMessage, { is: 'notification' }>): void {
    if (method === 'notifications/initialized') this.oninitialized?.();
    const { requestId } = params;
    if (method === 'notifications/cancelled' && (typeof requestId === 'string' || typeof requestId === 'number'))
      this.requests.get(requestId)?.abort();
  }

  private async answer({ id, method, params }: RpcRequest): Promise<void> {
    const request = new AbortController();
    this.requests.set(id, request);
    const answer = await this.resultOf(method, params, request.signal);
    if (this.requests.get(id) === request) this.requests.delete(id);
    // The client does not wait any more.
    if (request.signal.aborted) return;
    try {
      await this.connection?.send({ ...answer, jsonrpc: '2.0', id });
    } catch (error) {
      this.onerror?.(new Error(`an answer could not be sent: ${errorMessage(error)}`));
    }
  }

  private async resultOf(method: string, params: Params, signal: AbortSignal): Promise<object> {
    const run = this.methods.get(method);
    if (!run || (method.startsWith('resources/') && !this.resources))
      return { error: { code: errorCodes.methodNotFound, message: 'Method not found' } };
    try {
      return { result: await run(params, signal) };
    } catch (error) {
      const code = error instanceof RpcError ? error.code : errorCodes.internal;
      return { error: { code, message: errorMessage(error) } };
    }
  }

  private readonly methods = new Map<string, Method>([
    ['initialize', ({ protocolVersion }) => this.initialize(protocolVersion)],
    ['ping', () => ({})],
    ['tools/list', () => ({ tools: Array.from(this.tools, ([name, tool]) => listedTool(name, tool)) })],
    ['tools/call', ({ name, arguments: input = {} }, signal) => this.call(name, input, signal)],
    ['resources/list', (_, signal) => this.listResources(signal)],
    ['resources/templates/list', () => ({ resourceTemplates: this.resourceTemplates() })],
    ['resources/read', ({ uri }, signal) => this.readResource(uri, signal)],
  ]);

  private initialize(asked: unknown): object {
    const { info, instructions } = this;
    const protocolVersion = protocolVersions.find((version) => version === asked) ?? protocolVersions[0];
    const capabilities = { tools: {}, ...(this.resources && { resources: {} }) };
    return { protocolVersion, capabilities, serverInfo: info, instructions };
  }

  /** A wrong call is an answer that says so: models do not see the errors of the protocol. */
  private async call(name: unknown, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    if (typeof name !== 'string' || !isRecord(input))
      throw new RpcError(errorCodes.invalidParams, 'tools/call needs a name, and arguments that are an object');
    try {
      const tool = this.tools.get(name);
      if (!tool) throw new RpcError(errorCodes.invalidParams, `Tool ${name} not found`);
      return await tool.run(input, signal);
    } catch (error) {
      return { content: [{ type: 'text', text: errorMessage(error) }], isError: true };
    }
  }

  private async listResources(signal: AbortSignal): Promise<object> {
    const { resources } = this;
    const listed = (await resources?.list(signal)) ?? [];
    return { resources: listed.map((resource) => ({ ...resources?.about, ...resource })) };
  }

  private resourceTemplates(): object[] {
    const { resources } = this;
    return resources ? [{ name: resources.name, uriTemplate: `${resources.prefix}{id}`, ...resources.about }] : [];
  }

  private async readResource(uri: unknown, signal: AbortSignal): Promise<object> {
    const { resources } = this;
    const id =
      resources && typeof uri === 'string' && uri.startsWith(resources.prefix) && uri.slice(resources.prefix.length);
    if (!resources || !id || id.includes('/'))
      throw new RpcError(errorCodes.invalidParams, `Resource ${uri} not found`);
    return { contents: [{ uri, mimeType: resources.about.mimeType, text: await resources.read(id, signal) }] };
  }
}

function listedTool(name: string, { title, description, inputSchema, outputSchema, annotations }: Tool): object {
  return {
    ...{ name, title, description, inputSchema: jsonSchema(inputSchema, 'input'), annotations },
    // No tool runs as a task that the client asks for later.
    execution: { taskSupport: 'forbidden' },
    ...(outputSchema && { outputSchema: jsonSchema(z.object(outputSchema), 'output') }),
  };
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, { target: 'draft-7', io });
}
