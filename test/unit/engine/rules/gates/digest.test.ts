import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { call, context } from '../../../../support/rules/documents.ts';

const digest = (args: JsonObject, fields: Partial<ToolCallDocument> = {}) =>
  digestOf(call({ gate: 'confirm', args: toJsonText(args), ...fields }), context());

it('[gate.digest] covers the call, the patch, the connection, the arguments and the policy, as anybody can repeat', () => {
  const covered =
    '{"args":{"amount":5,"to":"é"},"connection":{"id":"bank","name":"Bank"},"patch_ref":"pay@1","policy":null,"tool_call_id":"call"}';
  const connection = { id: 'bank', name: 'Bank', base_url: 'https://bank.example' };
  expect(digest({ to: 'é', amount: 5 }, { connection })).toBe(
    `sha-256=:${createHash('sha256').update(covered).digest('base64')}:`,
  );
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
