import { describe, expect, it } from 'vitest';
import { NewDecision, NewOutcome } from '#contract/decisions.ts';
import { deepestJson, faultOfJson } from '#contract/json.ts';
import { NewMessage } from '#contract/message.ts';
import { PatchDefinition } from '#contract/patch.ts';
import { NewThread } from '#contract/thread.ts';
import { patchDefinition } from '../../support/patch-definition.ts';

const bounds = { depth: deepestJson, characters: 65_536 };
const tool_call_id = '01a20000-0000-7000-8000-000000000000';
/** `levels` objects inside each other. */
function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}
/** Names that MongoDB, its driver or a careless assignment would take for something. */
const odd = {
  'a\0b': 'c\0d',
  _bsontype: 'ObjectId',
  nested: [{ $ref: 'runs', $id: '1', $db: 'x' }, { $set: { a: 1 } }],
  'a.b': null,
  constructor: { prototype: {} },
  '': '🧵',
};

describe('free JSON', () => {
  it('[body.free-json] may be nested a hundred levels deep, and no deeper', () => {
    expect(faultOfJson(nested(100), bounds)).toBeUndefined();
    expect(faultOfJson(nested(101), bounds)).toBe('is nested too deeply');
    for (const schema of [NewDecision.omit({ decision: true }), NewOutcome.omit({ state: true })]) {
      expect(schema.safeParse({ tool_call_id, detail: nested(100) }).success).toBe(true);
      expect(schema.safeParse({ tool_call_id, detail: nested(101) }).error?.issues).toMatchObject([
        { path: ['detail'], message: 'is nested too deeply' },
      ]);
    }
  });

  it('[body.free-json] of a million levels is refused like any other', () => {
    expect(faultOfJson(nested(1_000_000), bounds)).toBe('is nested too deeply');
    expect(faultOfJson([[nested(1_000_000)]], bounds)).toBe('is nested too deeply');
  });

  it.each([
    ['a text', { a: ['b\ud800'] }],
    ['a name', { a: [{ 'b\udc00': 1 }] }],
    ['a text alone', '\ud83d'],
  ])('[body.free-json] with half a surrogate pair in %s is refused', (_, value) => {
    expect(faultOfJson(value, bounds)).toBe('must be well-formed Unicode');
  });

  it('[body.free-json] with a number that JSON cannot say again is refused', () => {
    expect(faultOfJson({ a: [JSON.parse('1e400')] }, bounds)).toBe('must not hold a number that large');
    expect(faultOfJson({ a: [1.7e308, -0, 5e-324] }, bounds)).toBeUndefined();
  });

  it('with a member named __proto__ is refused', () => {
    expect(faultOfJson(JSON.parse('{"a":[{"__proto__":1}]}'), bounds)).toBe(
      'must not have a member named __proto__',
    );
  });

  it('[body.free-json] of any other names and texts is kept as it is', () => {
    expect(NewDecision.parse({ tool_call_id, decision: 'approve', detail: odd }).detail).toEqual(odd);
    expect(NewOutcome.parse({ tool_call_id, state: 'failed', detail: odd }).detail).toEqual(odd);
    const metadata = { 'a\0b': 'c\0d', _bsontype: 'ObjectId', $ref: 'runs', $id: '1', 'a.b': '' };
    expect(NewMessage.parse({ content: 'Hello', metadata }).metadata).toEqual(metadata);
    expect(NewThread.parse({ agent_id: 'agent_1', metadata }).metadata).toEqual(metadata);
    const input_schema = { type: 'object', properties: odd, examples: [odd] };
    expect(PatchDefinition.parse(patchDefinition({ input_schema })).input_schema).toEqual(input_schema);
  });

  it('is checked in linear time', () => {
    expect(visitsOf(2000)).toBe(2 * visitsOf(1000));
  });
});

/** How often the check looks into so many objects. */
function visitsOf(objects: number): number {
  let visits = 0;
  const counted = () =>
    new Proxy(
      { a: 0 },
      {
        ownKeys: (target) => {
          visits += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
  faultOfJson(Array.from({ length: objects }, counted), { depth: 2, characters: 50_000 });
  return visits;
}
