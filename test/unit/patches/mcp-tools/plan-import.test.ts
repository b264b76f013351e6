import { describe, expect, it } from 'vitest';
import { ToolImport } from '#contract/mcp-tool.ts';
import { compileSchema } from '#patches/schemas/compile-schema.ts';
import { faultsOfDefinition } from '#patches/schemas/check-definition.ts';
import {
  keyOfTool,
  planImport,
  type PlannedTool,
  type ToolToImport,
} from '#patches/mcp-tools/plan-import.ts';
import { proposalOf } from '#patches/mcp-tools/proposal.ts';
import { mcpTool } from '#tools/dev/stand-ins/mcp-host.ts';

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

it('[mcp-connection.import] [payment.declared.tools] a tool becomes a patch that is bound to it, with what the overrides say', () => {
  const payment = {
    amount: '/amount',
    currency: { constant: 'EUR' },
    payee: { account: { iban: '/to' } },
  };
  const override = {
    key: 'find_person',
    payment,
    redact: { args: ['/to'] },
    price_credits: 0.5,
    timeout_seconds: 5,
  };
  expect(definitionOf(listed('look', { title: 'Look up' }), override)).toEqual({
    key: 'find_person',
    description: 'Does look.',
    interaction: 'silent',
    input_schema: { ...(mcpTool('look')['inputSchema'] as object), additionalProperties: false },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'always' },
    redact: { args: ['/to'] },
    payment,
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
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { $ref: '#/$defs/n' }], items: false },
      items: { type: 'string', enum: [{ items: [1] }] },
      list: { anyOf: [{ type: 'array', items: { type: 'array', prefixItems: [true] } }] },
    },
    $defs: { n: { type: 'number' } },
    additionalProperties: false,
  });
  expect(faultsOfDefinition(definition)).toEqual([]);
});

/** Whether a tool with this input schema can be called with these arguments, and could be before. */
function allowed(inputSchema: object, sent: object): [now: boolean, before: boolean] {
  const definition = definitionOf(listed('look', { inputSchema }));
  expect(faultsOfDefinition(definition)).toEqual([]);
  return [compileSchema(definition.input_schema)(sent), compileSchema({ ...inputSchema })(sent)];
}

const a = { properties: { a: { type: 'number' } } };
const b = { properties: { b: { type: 'number' } } };
const object = { type: 'object' };
describe('[mcp-connection.import.undeclared] arguments that a tool does not declare are refused', () => {
  it.each([
    ['nothing is declared', object, { x: 1 }],
    ['other arguments are declared', { ...object, ...a }, { a: 1, x: 1 }],
    ['others are in a part of the schema', { ...object, allOf: [a, b] }, { a: 1, b: 1, x: 1 }],
    [
      'others are in a part that is referred to',
      { ...object, $ref: '#/$defs/a', $defs: { a } },
      { a: 1, x: 1 },
    ],
    ['it is only forbidden', { ...object, not: { required: ['x', 'y'] } }, { x: 1 }],
    [
      'it does not match the names that are allowed',
      { ...object, patternProperties: { '^x-': {} } },
      { y: 1 },
    ],
  ])('%s', (_, schema, sent) => {
    expect(allowed(schema, sent)).toEqual([false, true]);
  });
});

describe('[mcp-connection.import.undeclared] what a tool describes is not refused', () => {
  it.each([
    ['in any words: true', { ...object, ...a, additionalProperties: true }, { x: 1 }],
    ['in any words: a schema', { ...object, additionalProperties: { type: 'number' } }, { x: 1 }],
    [
      'in any words: unevaluatedProperties',
      { ...object, allOf: [a], unevaluatedProperties: {} },
      { a: 1, x: 1 },
    ],
    ['in any words: a pattern', { ...object, ...a, patternProperties: { '^x-': {} } }, { a: 1, 'x-1': 1 }],
    [
      'in any words: a pattern of a part',
      { ...object, allOf: [{ patternProperties: { '^x-': {} } }] },
      { 'x-1': 1 },
    ],
    ['in any words: names', { ...object, propertyNames: { pattern: '^x' } }, { x: 1 }],
    ['in any words: a number of them', { ...object, ...a, minProperties: 2 }, { a: 1, x: 1 }],
    [
      'in a part that allows others',
      { ...object, allOf: [{ ...a, additionalProperties: true }] },
      { a: 1, x: 1 },
    ],
    ['all of several parts', { ...object, allOf: [a, { allOf: [b] }] }, { a: 1, b: 1 }],
    [
      'one of several parts',
      {
        ...object,
        oneOf: [
          { ...a, required: ['a'] },
          { ...b, required: ['b'] },
        ],
      },
      { b: 1 },
    ],
    [
      'any of several parts, of which one does not apply',
      { ...object, anyOf: [{ ...a, required: ['a'] }, b] },
      { a: 'x', b: 1 },
    ],
    [
      'a condition that does not hold',
      { ...object, if: { properties: { kind: { const: 'x' } } }, else: b },
      { kind: 'y', b: 1 },
    ],
    ['a reference', { ...object, $ref: '#/$defs/a', $defs: { a } }, { a: 1 }],
    ['a reference to an anchor', { ...object, $ref: '#it', $defs: { a: { $anchor: 'it', ...a } } }, { a: 1 }],
    ['what another argument brings', { ...object, ...a, dependentSchemas: { a: b } }, { a: 1, b: 1 }],
    [
      'an argument beside one that would bring another',
      { ...object, properties: { ...a.properties, c: {} }, dependentSchemas: { a: b } },
      { c: 1, b: 1 },
    ],
    ['what another argument brings in draft 7', { ...object, ...a, dependencies: { a: b } }, { b: 1 }],
    ['what another one requires in draft 7', { ...object, ...a, dependencies: { a: ['x'] } }, { a: 1, x: 1 }],
    ['what it lists in full', { ...object, anyOf: [{ enum: [{ x: 1 }] }, { const: { y: 1 } }] }, { y: 1 }],
    ['what is required and not described', { ...object, required: ['x'] }, { x: 1 }],
    [
      'what is required in a part',
      { ...object, ...a, anyOf: [{ required: ['x'] }, { required: ['a'] }] },
      { x: 1 },
    ],
    ['what another argument requires', { ...object, ...a, dependentRequired: { a: ['x'] } }, { a: 1, x: 1 }],
    ['nothing', object, {}],
  ])('%s', (_, schema, sent) => {
    expect(allowed(schema, sent)).toEqual([true, true]);
  });
});

it('[mcp-connection.import.clean] texts of a schema tell a model nothing that its publisher does not read', () => {
  const hidden = 'a\u{E0050}\u200B\u202Eb\u0007';
  const { input_schema } = definitionOf(
    listed('look', {
      inputSchema: {
        type: 'object',
        title: hidden,
        $comment: hidden,
        'x-hint': [{ text: hidden }],
        properties: {
          title: { description: hidden, enum: ['x\ny', '❤\uFE0F', '👩\u200D💻'], enumDescriptions: [hidden] },
          list: { items: { description: hidden }, prefixItems: [{ title: hidden }] },
        },
        $defs: { deep: { anyOf: [{ not: { description: hidden } }] } },
      },
    }),
  );
  expect(input_schema).toEqual({
    type: 'object',
    title: 'ab',
    $comment: 'ab',
    'x-hint': [{ text: 'ab' }],
    properties: {
      title: { description: 'ab', enum: ['x\ny', '❤\uFE0F', '👩\u200D💻'], enumDescriptions: ['ab'] },
      list: { items: { description: 'ab' }, prefixItems: [{ title: 'ab' }] },
    },
    $defs: { deep: { anyOf: [{ not: { description: 'ab' } }] } },
    additionalProperties: false,
  });
});

describe('[mcp-connection.import.clean] a name or a value that hides something is not changed: the tool is refused', () => {
  const hidden = 'to\u{E0050}';
  it.each<[string, object]>([
    ['an argument', { properties: { [hidden]: {} } }],
    ['a required argument', { required: [hidden] }],
    ['a value', { properties: { a: { enum: ['b', hidden] } } }],
    ['a constant in depth', { properties: { a: { const: { b: [{ [hidden]: 1 }] } } } }],
    ['a default', { properties: { a: { default: hidden } } }],
    ['a pattern', { properties: { a: { pattern: `^${hidden}` } } }],
    ['a keyword', { 'x-a': { [hidden]: 'x' } }],
  ])('%s', (_, schema) => {
    const [planned] = plan([listed('look', { inputSchema: { type: 'object', ...schema } })]);
    expect(planned).toMatchObject({ fault: { code: 'invalid_tool' } });
    expect(JSON.stringify(planned)).toContain('to[U+E0050] has invisible characters');
  });

  it('the name of the tool', () => {
    expect(plan([listed('look\u200B')])).toMatchObject([{ fault: { code: 'invalid_tool' } }]);
  });
});

function nested(levels: number): object {
  return levels === 0 ? { type: 'object' } : { type: 'object', properties: { deeper: nested(levels - 1) } };
}
