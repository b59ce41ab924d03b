/** The four protocols that agents speak to their models, as far as the scripted model needs them. */

/** A tool under the name that the agent gave it. Some agents group the tools of a server. */
export interface NamedTool {
  readonly name: string;
  readonly group?: string;
}

/** A turn of the model: words, or one call of a tool. */
export type ModelTurn =
  | { readonly text: string }
  | { readonly tool: NamedTool; readonly input: Readonly<Record<string, unknown>> };

export interface ModelProtocol {
  tools(asked: unknown): NamedTool[];
  /** The names of the tools that were called before. */
  called(asked: unknown): string[];
  streams(asked: unknown, url: string): boolean;
  /** Server-sent events. */
  stream(turn: ModelTurn): string;
  whole(turn: ModelTurn): object;
}

let calls = 0;

/** Agents take two calls with one id for the same. */
function newCallId(): string {
  calls++;
  return `toolu_scripted${calls}`;
}

export function protocolOf(path: string): ModelProtocol | undefined {
  if (path.endsWith('/messages')) return anthropicMessages;
  if (path.endsWith('/responses')) return openaiResponses;
  if (path.endsWith('/chat/completions')) return openaiChat;
  return /:(?:stream)?generateContent$/i.test(path) ? geminiContents : undefined;
}

function events(list: readonly object[], named = true): string {
  return list
    .map((data) => {
      const type: unknown = Reflect.get(data, 'type');
      return `${named && typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
    })
    .join('');
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** All objects in a value, at any depth. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** The names of the objects that `isMeant`. */
function namesIn(value: unknown, isMeant: (each: object) => boolean): string[] {
  const named = objectsIn(value).filter(isMeant);
  return named.map((each) => field(each, 'name')).filter((name) => typeof name === 'string');
}

function listedTools(asked: unknown): NamedTool[] {
  const tools = field(asked, 'tools');
  return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const group = field(tool, 'type') === 'namespace' ? field(tool, 'name') : undefined;
    const names = namesIn(tool, () => true);
    return names.map((name) => (typeof group === 'string' ? { name, group } : { name }));
  });
}

const asksForStream = (asked: unknown): boolean => field(asked, 'stream') === true;

const anthropicMessages: ModelProtocol = {
  tools: listedTools,
  called: (asked) => namesIn(field(asked, 'messages'), (each) => field(each, 'type') === 'tool_use'),
  streams: asksForStream,
  whole: (turn) => ({
    ...{ id: 'msg_scripted', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null },
    content: [
      'text' in turn
        ? { type: 'text', text: turn.text }
        : { type: 'tool_use', id: newCallId(), name: turn.tool.name, input: turn.input },
    ],
    stop_reason: 'text' in turn ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  stream: (turn) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_scripted', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
    const [block, delta, stop] =
      'text' in turn
        ? [{ type: 'text', text: '' }, { type: 'text_delta', text: turn.text }, 'end_turn']
        : [
            { type: 'tool_use', id: newCallId(), name: turn.tool.name, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
            'tool_use',
          ];
    return events([
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]);
  },
};

const openaiResponses: ModelProtocol = {
  tools: listedTools,
  called: (asked) => namesIn(field(asked, 'input'), (each) => field(each, 'type') === 'function_call'),
  streams: asksForStream,
  whole: (turn) => responseOf(turn),
  stream: (turn) => {
    const whole = responseOf(turn);
    const [item] = whole.output;
    const response = { id: 'resp_scripted', object: 'response', status: 'in_progress', output: [] };
    return events([
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      ...('text' in turn
        ? [
            {
              type: 'response.output_text.delta',
              item_id: 'item_scripted',
              output_index: 0,
              content_index: 0,
              delta: turn.text,
            },
          ]
        : []),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ]);
  },
};

function responseOf(turn: ModelTurn) {
  const item =
    'text' in turn
      ? {
          ...{ type: 'message', id: 'item_scripted', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: turn.text, annotations: [] }],
        }
      : {
          ...{ type: 'function_call', id: 'item_scripted', call_id: newCallId(), status: 'completed' },
          ...{ name: turn.tool.name, arguments: JSON.stringify(turn.input) },
          ...(turn.tool.group !== undefined && { namespace: turn.tool.group }),
        };
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  return {
    ...{ id: 'resp_scripted', object: 'response', status: 'completed', model: 'scripted', output: [item] },
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details },
  };
}

const openaiChat: ModelProtocol = {
  tools: listedTools,
  called: (asked) => namesIn(field(asked, 'messages'), (each) => field(each, 'arguments') !== undefined),
  streams: asksForStream,
  whole: (turn) => ({
    ...{ id: 'chat_scripted', object: 'chat.completion', created: 1, model: 'scripted' },
    choices: [{ index: 0, message: { role: 'assistant', ...chatParts(turn) }, finish_reason: chatReason(turn) }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  stream: (turn) => {
    const head = { id: 'chat_scripted', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
    const list = [
      { ...head, choices: [{ index: 0, delta: { role: 'assistant', ...chatParts(turn) }, finish_reason: null }] },
      {
        ...head,
        choices: [{ index: 0, delta: {}, finish_reason: chatReason(turn) }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      },
    ];
    return `${events(list, false)}data: [DONE]\n\n`;
  },
};

function chatParts(turn: ModelTurn): object {
  if ('text' in turn) return { content: turn.text };
  const call = { name: turn.tool.name, arguments: JSON.stringify(turn.input) };
  return { content: null, tool_calls: [{ index: 0, id: newCallId(), type: 'function', function: call }] };
}

function chatReason(turn: ModelTurn): string {
  return 'text' in turn ? 'stop' : 'tool_calls';
}

const geminiContents: ModelProtocol = {
  tools: listedTools,
  called: (asked) => namesIn(field(asked, 'contents'), (each) => field(each, 'args') !== undefined),
  streams: (_asked, url) => url.includes('streamGenerateContent'),
  whole: (turn) => geminiAnswer(turn),
  stream: (turn) => events([geminiAnswer(turn)], false),
};

function geminiAnswer(turn: ModelTurn): object {
  const part = 'text' in turn ? { text: turn.text } : { functionCall: { name: turn.tool.name, args: turn.input } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
  };
}
