import { expect, it } from 'vitest';
import { readToolFailure } from '#integrations/calls/read-tool-failure.ts';
import { readToolResult } from '#integrations/calls/read-tool-result.ts';
import { McpError, type McpErrorCode, type McpErrorOptions } from '#adapters/mcp-client/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';

const secrets = { authorization: 'Bearer hunter2-token' };
const told = async (raw: Record<string, unknown>) => {
  const { status, result, error } = await readToolResult(raw, secrets);
  return { status, code: error?.code, result: result && fromJsonText(result) };
};
const ok = (result: object) => ({ status: 'ok', code: undefined, result });
const text = (value: string) => ({ type: 'text', text: value });
const base64 = Buffer.alloc(300).toString('base64');

it.each([
  [
    'structured content, whatever else there is',
    { structuredContent: { a: 1 }, content: [text('no')] },
    { a: 1 },
  ],
  ['structured content that is no object', { structuredContent: [1], content: [] }, { value: [1] }],
  ['a text that is a JSON object', { content: [text('{"a":1}')] }, { a: 1 }],
  ['a text that is other JSON', { content: [text('[1]')] }, { text: '[1]' }],
  [
    'a text',
    { content: [{ ...text('hello'), annotations: { audience: ['user'] }, _meta: {} }] },
    { text: 'hello' },
  ],
  ['two texts', { content: [text('a'), text('b')] }, { content: [text('a'), text('b')] }],
  ['nothing', { content: [] }, {}],
  ['no content', {}, {}],
  [
    'an image',
    { content: [text('see'), { type: 'image', data: base64, mimeType: 'image/png' }] },
    { content: [text('see'), { type: 'image', mime_type: 'image/png', bytes: 300, omitted: true }] },
  ],
  [
    'a sound',
    { content: [{ type: 'audio', data: base64, mimeType: 'audio/wav' }] },
    { content: [{ type: 'audio', mime_type: 'audio/wav', bytes: 300, omitted: true }] },
  ],
  [
    'a link',
    {
      content: [
        { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 3, icons: [1] },
      ],
    },
    { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', mime_type: 'text/plain', bytes: 3 }] },
  ],
  [
    'an embedded text',
    { content: [{ type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'hello' } }] },
    { content: [{ type: 'resource', uri: 'a:b', mime_type: 'text/plain', text: 'hello' }] },
  ],
  [
    'an embedded file',
    { content: [{ type: 'resource', resource: { uri: 'a:b', blob: base64 } }] },
    { content: [{ type: 'resource', uri: 'a:b', bytes: 300, omitted: true }] },
  ],
  [
    'kinds of content that nobody knows',
    {
      content: [{ type: 'x'.repeat(100) }, 7, { type: 7 }, { type: 'image', data: 7 }, { type: 'resource' }],
    },
    {
      content: [
        { type: 'x'.repeat(64), omitted: true },
        { type: 'unknown', omitted: true },
        { type: 'unknown', omitted: true },
        { type: 'image', omitted: true },
        { type: 'resource', omitted: true },
      ],
    },
  ],
])('[mcp-connection.result] the model is told of %s', async (_, raw, result) => {
  expect(await told(raw)).toEqual(ok(result));
});

it('[mcp-connection.result] [tool-call.unreadable] a result that cannot be stored took effect all the same', async () => {
  let deep: unknown = {};
  for (let level = 0; level < 200; level += 1) deep = { deep };
  expect(await told({ structuredContent: deep })).toMatchObject({
    status: 'ok',
    result: { unreadable: true },
  });
  expect(await told({ structuredContent: JSON.parse('{"__proto__":1}') })).toMatchObject({ status: 'ok' });
});

it.each([
  ['its texts', { content: [text('no such person')] }, 'no such person'],
  ['what else there is', { structuredContent: { why: 'busy' } }, '{"why":"busy"}'],
  ['nothing', {}, '{}'],
  ['the beginning of a long text', { content: [text('x'.repeat(5000))] }, 'x'.repeat(2000)],
])('[mcp-connection.result] an error of the tool is told with %s', async (_, raw, response) => {
  expect(await told({ ...raw, isError: true })).toEqual({
    status: 'failed',
    code: 'tool_error',
    result: { error: { code: 'tool_error', message: 'The tool reported an error.' }, response },
  });
});

it('[mcp-connection.result] [connection.secrets-scrubbed] secrets that the server echoes are hidden, in results and in errors', async () => {
  const echo = `got hunter2-token and ${Buffer.from('hunter2-token').toString('base64')}`;
  const cut = `${'.'.repeat(1990)}hunter2-token`;
  const error = new McpError('rpc_error', 'The MCP server answered with error -32000.', {
    effect: 'unknown',
    response: echo,
  });
  const all = JSON.stringify([
    await told({ structuredContent: { 'hunter2-token': echo } }),
    await told({ content: [text(echo), text(JSON.stringify({ echo }))] }),
    await told({ content: [text(echo)], isError: true }),
    await told({ content: [text(cut)], isError: true }),
    await readToolFailure(error, secrets),
  ]);
  expect(all).not.toContain('hunter');
  expect(all).not.toContain(Buffer.from('hunter2-token').toString('base64'));
  expect(all.match(/\[redacted\]/g)?.length).toBeGreaterThan(5);
});

type Failure = Partial<McpErrorOptions>;
const failureOf = async (code: McpErrorCode, options: Failure = {}) => {
  const error = new McpError(code, 'It failed.', { effect: 'unknown', ...options });
  const { resolution, cause } = await readToolFailure(error, secrets);
  return { code: resolution.error?.code, cause };
};

it.each<[string, McpErrorCode, Failure]>([
  ['no answer in time', 'timeout', {}],
  ['a connection that breaks', 'reset', {}],
  ['an answer that cannot be read', 'invalid_response', {}],
  ['too long an answer', 'too_large', {}],
  ['a redirect', 'redirect', { status: 307 }],
  ['status 408', 'host_error', { status: 408 }],
  ['status 500', 'host_error', { status: 500 }],
  ['status 502', 'host_error', { status: 502 }],
  ['status 503', 'host_error', { status: 503 }],
  ['an internal error', 'rpc_error', { rpcCode: -32_603 }],
  ['an error of its own', 'rpc_error', { rpcCode: -32_000 }],
])(
  '[tool-call.in-doubt] [mcp-connection.result] after %s of a tool that was called, its outcome is unknown',
  async (_, code, options) => {
    expect(await failureOf(code, options)).toEqual({ code: 'outcome_unknown', cause: code });
    expect(await failureOf(code, { ...options, effect: 'none' })).toEqual({ code, cause: code });
  },
);

it.each<[string, McpErrorCode, Failure]>([
  ['status 400', 'host_error', { status: 400 }],
  ['status 429', 'host_error', { status: 429 }],
  ['status 503 with a time', 'host_error', { status: 503, retryAfterMs: 1000 }],
  ['invalid parameters', 'rpc_error', { rpcCode: -32_602 }],
  ['a question to the user', 'input_required', {}],
])('[mcp-connection.result] after %s a call of a tool has failed', async (_, code, options) => {
  expect(await failureOf(code, options)).toEqual({ code, cause: code });
});
