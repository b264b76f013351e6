import { expect, it } from 'vitest';
import type { PendingConfirmation } from '#heddle-client/index.ts';
import { cardOf } from '../../../examples/slack-approvals/card.ts';

const place = { run_id: 'run', turn: 1, subject: 'ada' };
const held = (position: number): PendingConfirmation => ({
  run_id: 'run',
  tool_call_id: `call-${position}`,
  patch_ref: 'pay@1',
  summary: { title: `Pay ${position}`, fields: [{ label: 'To', value: 'x'.repeat(100) }] },
  args: { amount: position, to: 'x'.repeat(100) },
  risk: 'high',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-01T01:00:00.000Z',
  digest: `sha-256=:${position}:`,
  set: { turn: 1, position, of: 64 },
});
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const cardAfter = (outcome: string) =>
  cardOf(
    {
      place,
      of: 64,
      waiting: numbers(9, 64).map(held),
      over: numbers(1, 8).map((position) => ({ position, title: `Pay ${position}`, outcome })),
    },
    'http://console',
  );

it('[webhook.example.slack.limits] the calls that a message shows, and its version, do not depend on what came of others', () => {
  const sent = cardAfter('approved by ann@bank.example: being sent');
  const done = cardAfter(`approved by ann@bank.example: ${'a_long_code_of_an_error'.repeat(9)}`);
  expect(sent.shown.length).toBeLessThan(56);
  expect(done.shown).toEqual(sent.shown);
  expect(done.version).toBe(sent.version);
  expect(JSON.stringify(done.blocks)).not.toBe(JSON.stringify(sent.blocks));
});
