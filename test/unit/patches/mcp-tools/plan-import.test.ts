import { describe, expect, it } from 'vitest';
import { ToolImport } from '#contract/mcp-tool.ts';
import { faultsOfDefinition } from '#patches/check-definition.ts';
import { keyOfTool } from '#patches/mcp-tools/key-of-tool.ts';
import { type PlannedTool, planImport, type ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import { proposalOf } from '#patches/mcp-tools/proposal.ts';
import { mcpTool } from '../../../support/mcp/mcp-host.ts';

const listed = (name: string, parts: object = {}): ToolToImport => ({
  name,
  definition: mcpTool(name, parts),
  digest: `digest of ${name}`,
});
const plan = (tools: ToolToImport[], body: object = {}) => [
  ...planImport('connection', tools, ToolImport.parse(body)),
];
const outcome = (planned: PlannedTool) => ('fault' in planned ? planned.fault.code : planned.definition.key);
const definitionOf = (tool: ToolToImport, override: object = {}) => {
  const [planned] = plan([tool], { overrides: { [tool.name]: override } });
  if (planned === undefined || 'fault' in planned) throw new Error(JSON.stringify(planned));
  return planned.definition;
};

it.each([
  ['get-sum', 'get_sum'],
  ['getUser', 'get_user'],
  ['GitHub.listPRs', 'git_hub_list_prs'],
  ['files/read file', 'files_read_file'],
  ['__x__', 'x'],
  ['naïve', 'na_ve'],
  ['2fa', undefined],
  ['日本', undefined],
  ['', undefined],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), undefined],
  ['A'.repeat(1_000_000), undefined],
])('[mcp-connection.import] the key of the tool %j is %j', (name, key) => {
  expect(keyOfTool(name)).toBe(key);
});

it('[mcp-connection.import] a prefix precedes the key, and makes one of a name that is none', () => {
  expect([keyOfTool('2fa', 'auth_'), keyOfTool('日本', 'x_'), keyOfTool('a'.repeat(60), 'crm__')]).toEqual([
    'auth_2fa',
    undefined,
    undefined,
  ]);
});

const retried = (idempotent: boolean) => ({ idempotent, retry: 'safe' });
it.each([
  [{ readOnlyHint: true }, 'low', { idempotent: true, retry: 'always' }, null],
  [{ readOnlyHint: true, destructiveHint: true }, 'low', { idempotent: true, retry: 'always' }, null],
  [{ destructiveHint: false }, 'medium', retried(false), null],
  [{ destructiveHint: false, idempotentHint: true }, 'medium', retried(true), null],
  [{ destructiveHint: true }, 'high', retried(false), 'confirm'],
  [{ idempotentHint: true }, 'high', retried(true), 'confirm'],
  [undefined, 'high', retried(false), 'confirm'],
  ['readOnlyHint', 'high', retried(false), 'confirm'],
  [{ readOnlyHint: 'true', destructiveHint: 0 }, 'high', retried(false), 'confirm'],
])(
  '[mcp-connection.import.proposal] annotations of %j are risk %s',
  (annotations, base, reliability, gate) => {
    expect(proposalOf(annotations)).toEqual({ risk: { base }, reliability, gate });
  },
);

it('[mcp-connection.import.proposal] the caller may override what is proposed', () => {
  const reliability = { idempotent: false, retry: 'none' as const };
  const override = { risk: { base: 'critical' as const }, reliability, gate: 'confirm' as const };
  expect(proposalOf({ readOnlyHint: true }, override)).toEqual(override);
  expect(proposalOf({}, { gate: null })).toMatchObject({ gate: null, risk: { base: 'high' } });
});

it('[mcp-connection.import] a tool becomes a patch that is bound to it, with what the overrides say', () => {
  const override = {
    key: 'find_person',
    redact: { args: ['/to'] },
    price_credits: 0.5,
    timeout_seconds: 5,
  };
  expect(definitionOf(listed('look', { title: 'Look up' }), override)).toEqual({
    key: 'find_person',
    description: 'Does look.',
    interaction: 'silent',
    input_schema: mcpTool('look')['inputSchema'],
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'always' },
    redact: { args: ['/to'] },
    price_credits: 0.5,
    timeout_seconds: 5,
    summary: {
      title: 'Look up',
      fields: [
        { label: 'to', value: '{{to}}' },
        { label: 'amount', value: '{{amount}}' },
      ],
    },
    mcp: { connection_id: 'connection', tool: 'look', digest: 'digest of look' },
  });
});

describe('[mcp-connection.import.faults] a tool that cannot be imported does not stop the others', () => {
  it.each([
    ['no schema', listed('bad', { inputSchema: undefined }), 'invalid_tool'],
    ['a schema of no object', listed('bad', { inputSchema: 'object' }), 'invalid_tool'],
    [
      'a schema that is too long',
      listed('bad', { inputSchema: { type: 'object', title: 'x'.repeat(40_000) } }),
      'invalid_tool',
    ],
    ['a schema that is too deep', listed('bad', { inputSchema: nested(40) }), 'invalid_tool'],
    ['a name that is no key', listed('7'), 'invalid_key'],
    ['a name that is far too long', listed('x'.repeat(5000)), 'invalid_key'],
  ])('%s', (_, tool, code) => {
    expect(plan([listed('a'), tool, listed('b')]).map(outcome)).toEqual(['a', code, 'b']);
  });

  it('names that others have', () => {
    const tools = [listed('getUser'), listed('get_user'), listed('twice'), listed('twice'), listed('fine')];
    expect(plan(tools).map(outcome)).toEqual(['duplicate_key', 'duplicate_key', 'duplicate_tool', 'fine']);
    const overrides = { getUser: { key: 'get_user_2' } };
    expect(plan(tools.slice(0, 2), { overrides }).map(outcome)).toEqual(['get_user_2', 'get_user']);
  });

  it('names that are not listed', () => {
    expect(plan([listed('a')], { tools: ['a', 'b'] }).map(outcome)).toEqual(['a', 'unknown_tool']);
    expect(plan([listed('a')], { overrides: { constructor: {} } }).map(outcome)).toEqual([
      'a',
      'unknown_tool',
    ]);
  });
});

it('[mcp-connection.import.bounds] of many tools, those to import are named', () => {
  const tools = Array.from({ length: 1000 }, (_, index) => listed(`tool_${index}`));
  expect(() => plan(tools)).toThrow(/lists 1000/);
  expect(plan(tools, { tools: ['tool_7'], prefix: 'crm_' }).map(outcome)).toEqual(['crm_tool_7']);
});

it('[mcp-connection.import] what is shown of a tool hides nothing from people, and is no template', () => {
  const { description, summary } = definitionOf(
    listed('look', {
      title: 'Pay {{amount}} {{secret}}',
      description: `Looks\u202E up\u0000\u{E0041}.\nTwice \uD800${'x'.repeat(5000)}`,
      inputSchema: {
        type: 'object',
        required: ['b'],
        properties: {
          'a.b': {},
          __proto__x: {},
          constructor: {},
          'x}}': {},
          a: { title: 'The {{b}}' },
          b: 7,
        },
      },
    }),
  );
  expect(description.startsWith('Looks up.\nTwice \uFFFDxxx')).toBe(true);
  expect(description).toHaveLength(4000);
  expect(summary).toEqual({
    title: 'Pay amount secret',
    fields: [
      { label: 'b', value: '{{b}}' },
      { label: '__proto__x', value: '{{__proto__x}}' },
      { label: 'The b', value: '{{a}}' },
    ],
  });
});

it.each([
  { description: undefined, title: 'Look' },
  { description: '  ', title: undefined },
  { description: 7, title: {} },
])('[mcp-connection.import] a tool without a description has one all the same: %j', (parts) => {
  expect(definitionOf(listed('look', parts)).description).toMatch(/^Look$|^Call look$/);
});

it('[mcp-connection.import] schemas of draft 7, which the stock servers send, are understood', () => {
  const definition = definitionOf(
    listed('look', {
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {
          pair: {
            type: 'array',
            items: [{ type: 'string' }, { $ref: '#/definitions/n' }],
            additionalItems: false,
          },
          items: { type: 'string', enum: [{ items: [1] }] },
          list: { anyOf: [{ type: 'array', items: { type: 'array', items: [true] } }] },
        },
        definitions: { n: { type: 'number' } },
      },
    }),
  );
  expect(definition.input_schema).toEqual({
    type: 'object',
    properties: {
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { $ref: '#/definitions/n' }], items: false },
      items: { type: 'string', enum: [{ items: [1] }] },
      list: { anyOf: [{ type: 'array', items: { type: 'array', prefixItems: [true] } }] },
    },
    definitions: { n: { type: 'number' } },
  });
  expect(faultsOfDefinition(definition)).toEqual([]);
});

function nested(levels: number): object {
  return levels === 0 ? { type: 'object' } : { type: 'object', properties: { deeper: nested(levels - 1) } };
}
