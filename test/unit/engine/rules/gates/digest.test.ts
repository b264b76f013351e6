import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { digestOf, documentOf } from '#engine/rules/gates/digest.ts';
import { waitingCall } from '#engine/rules/gates/waiting-call.ts';
import { call, context } from '../../../../support/rules/documents.ts';

const digest = (args: JsonObject, fields: Partial<ToolCallDocument> = {}) =>
  digestOf(call({ gate: 'confirm', args: toJsonText(args), ...fields }), context());

it('[gate.digest] covers the call, the patch, the connection, the arguments and the policy, as anybody can repeat', () => {
  const covered =
    '{"args":{"amount":5,"to":"é"},"connection":{"configuration":"hmac-sha-256=:c:","id":"bank","name":"Bank"},"patch_ref":"pay@1","policy":null,"tool_call_id":"call"}';
  const connection = { id: 'bank', name: 'Bank', configuration: 'hmac-sha-256=:c:' };
  expect(digest({ to: 'é', amount: 5 }, { connection })).toBe(
    `sha-256=:${createHash('sha256').update(covered).digest('base64')}:`,
  );
});

it('[gate.digest.document] is the SHA-256 of the document that is shown, in the canonical form of RFC 8785', () => {
  const args = {
    '\u20ac': 1e21,
    '\r': 0.000001,
    '\ud83d\ude00': -0,
    '\ufb33': 1e-7,
    a: '"\u2028',
    A: [1.5, null],
  };
  const held = call({ gate: 'confirm', args: toJsonText(args) });
  const document = documentOf(waitingCall(held), context());
  expect(digestOf(held, context())).toBe(
    `sha-256=:${createHash('sha256').update(document).digest('base64')}:`,
  );
  // Ordered by UTF-16 code units, in which a character beyond the basic plane comes before U+FB33.
  expect(document).toContain(
    '"args":{"\\r":0.000001,"A":[1.5,null],"a":"\\"\u2028","\u20ac":1e+21,"\ud83d\ude00":0,"\ufb33":1e-7}',
  );
});

it('[gate.digest.document] hides a redacted value from whoever has another call with a guess of it held', () => {
  const hidden: Partial<ToolCallDocument> = {
    gate: 'confirm',
    args: toJsonText({ account: 'DE1' }),
    redact: { args: ['/account'] },
  };
  const documents = ['one', 'other'].map((_id) =>
    documentOf(waitingCall(call({ ...hidden, _id })), context()),
  );
  const sealed = documents.map((document) => (JSON.parse(document) as { args: unknown }).args);
  expect(sealed[0]).not.toEqual(sealed[1]);
});

it('[gate.digest] covers what approvers do not see without telling it', () => {
  const redact = { args: ['/account', '/notes/*'] };
  const hidden = digest({ amount: 5, account: 'DE1', notes: ['a'] }, { redact });
  expect(hidden).not.toBe(digest({ amount: 5, account: 'DE2', notes: ['a'] }, { redact }));
  expect(hidden).not.toBe(digest({ amount: 5, account: 'DE1', notes: ['b'] }, { redact }));
  const otherKey = { ...context(), seal: () => 'another key' };
  const args = toJsonText({ amount: 5, account: 'DE1', notes: ['a'] });
  expect(hidden).not.toBe(digestOf(call({ gate: 'confirm', args, redact }), otherKey));
});
