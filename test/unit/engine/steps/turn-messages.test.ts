import { expect, it } from 'vitest';
import { shortenedResult } from '#contract/shortened-result.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { ToolCallForModel } from '#engine/ports/conversation-store.ts';
import { repeatOf } from '#engine/rules/repeats.ts';
import { failure, inDoubt, unknownOutcome } from '#engine/rules/resolve-call.ts';
import { historyOf } from '#engine/steps/history.ts';
import { turnMessages } from '#engine/steps/turn-messages.ts';
import { call, now } from '../../../support/rules/documents.ts';

const decided = { actor: 'eve', request_id: 'request', created_at: now };
const approved = { ...decided, decision: 'approve' as const };
const declined = (detail?: object) => ({
  status: 'failed' as const,
  gate: 'confirm' as const,
  result: toJsonText({ declined: true, ...(detail === undefined ? {} : { detail }) }),
});

/** Possible outcomes of a payment that a model must be able to distinguish. */
const payments: {
  became: string;
  call: Partial<ToolCallForModel>;
  /** The result that is shown, in part. */
  told: object;
  failed: boolean;
}[] = [
  {
    became: 'was paid',
    call: { status: 'ok', result: toJsonText({ receipt: 1 }) },
    told: { receipt: 1 },
    failed: false,
  },
  {
    became: 'was approved with a comment and paid',
    call: {
      status: 'ok',
      gate: 'confirm',
      result: toJsonText({ receipt: 1 }),
      decision: { ...approved, detail: toJsonText({ note: 'once' }) },
    },
    told: { receipt: 1, approval: { detail: { note: 'once' } } },
    failed: false,
  },
  {
    became: 'was rejected',
    call: { ...declined({ note: 'no' }), decision: { ...decided, decision: 'reject' } },
    told: { declined: true, detail: { note: 'no' } },
    failed: true,
  },
  {
    became: 'was not decided on in time, and declined',
    call: declined({ reason: 'expired' }),
    told: { declined: true, detail: { reason: 'expired' } },
    failed: true,
  },
  {
    became: 'was not decided on in time, which ended its run',
    call: failure('expired', 'Nobody answered in time.'),
    told: { error: { code: 'expired' } },
    failed: true,
  },
  {
    became: 'was approved, and its run cancelled before it was sent',
    call: { ...failure('cancelled', 'The run was cancelled.'), gate: 'confirm', decision: approved },
    told: { error: { code: 'cancelled' } },
    failed: true,
  },
  {
    became: 'was sent and never answered',
    call: unknownOutcome(),
    told: { error: { code: 'outcome_unknown' } },
    failed: true,
  },
  {
    became: 'was approved, sent, and its run cancelled before the answer',
    call: {
      ...unknownOutcome(),
      gate: 'confirm',
      decision: { ...approved, detail: toJsonText({ note: 'go' }) },
    },
    told: { error: { code: 'outcome_unknown' }, approval: { detail: { note: 'go' } } },
    failed: true,
  },
  {
    became: 'was answered by a gateway',
    call: inDoubt('It answered with 502.'),
    told: { error: { code: 'outcome_unknown' } },
    failed: true,
  },
  {
    became: 'was refused by the host',
    call: failure('host_error', 'The host answered with 422.'),
    told: { error: { code: 'host_error' } },
    failed: true,
  },
  {
    became: 'was answered with something unreadable',
    call: { status: 'ok', result: toJsonText({ unreadable: true }) },
    told: { unreadable: true },
    failed: false,
  },
  {
    became: 'was the same as one that was rejected before',
    call: failure('rejected_before', 'eve rejected the same call.'),
    told: { error: { code: 'rejected_before' } },
    failed: true,
  },
  {
    became: 'repeats one that was paid',
    call: repeatOf({
      _id: 'first',
      run_id: 'run',
      status: 'ok',
      result: toJsonText({ receipt: 1 }),
      started_at: now,
    }),
    told: { repeated: true, result: { receipt: 1 } },
    failed: false,
  },
  {
    became: 'repeats one of which nobody knows whether it was paid',
    call: repeatOf({ _id: 'first', run_id: 'run', ...unknownOutcome(), started_at: now }),
    told: {
      error: { code: 'repeat_refused', message: expect.stringContaining('may have taken effect') as string },
    },
    failed: true,
  },
  {
    became: 'repeats one that is in flight',
    call: repeatOf({ _id: 'first', run_id: 'run', status: 'pending', started_at: now }),
    told: { error: { code: 'repeat_refused', message: expect.stringContaining('in flight') as string } },
    failed: true,
  },
  {
    became: 'was denied by a policy',
    call: failure('denied_by_policy', 'Not so much.'),
    told: { error: { code: 'denied_by_policy' } },
    failed: true,
  },
  {
    became: 'was changed in the store after its approval',
    call: { ...failure('digest_mismatch', 'It was not made.'), gate: 'confirm', decision: approved },
    told: { error: { code: 'digest_mismatch' } },
    failed: true,
  },
  {
    became: 'was proposed, and reported as done',
    call: {
      status: 'ok',
      interaction: 'proposed_action',
      result: toJsonText({ state: 'occurred' }),
      outcome: { state: 'occurred', actor: 'ada', created_at: now },
    },
    told: { state: 'occurred' },
    failed: false,
  },
  {
    became: 'was proposed, and reported as failed',
    call: {
      status: 'failed',
      interaction: 'proposed_action',
      result: toJsonText({ state: 'failed' }),
      outcome: { state: 'failed', actor: 'ada', created_at: now },
    },
    told: { state: 'failed' },
    failed: true,
  },
];

const paymentOf = (fields: Partial<ToolCallForModel>): ToolCallForModel => ({
  ...call({ status: 'ok', finished_at: now }),
  ...fields,
});
const made = { seq: 1, content: '', calls: [{ name: 'pay', args: { amount: 5 } }] };

/** The results that messages have. */
function resultsOf(calls: ToolCallForModel[]) {
  return turnMessages(1, made, calls, 'UTC').flatMap((message) =>
    message.role === 'tool' ? message.results : [],
  );
}

it.each(payments)(
  '[model.shown.calls] a payment that $became is told as that',
  ({ call: fields, told, failed }) => {
    expect(resultsOf([paymentOf(fields)])).toMatchObject([{ name: 'pay', result: told, failed }]);
  },
);

it.each(payments)(
  '[model.shown.bounds] a payment that $became is told as that when there is no room for its result',
  ({ call: fields, told, failed }) => {
    const { result = '' } = fields;
    const [unread] = resultsOf([paymentOf({ ...fields, result: String(result).length })]);
    expect(unread).toMatchObject({ failed });
    expectSameEnd(unread?.result, told);
    const [read] = resultsOf([paymentOf(fields)]);
    expectSameEnd(shortenedResult(read?.result, String(result).length), told);
  },
);

/** Only a result of the host, or a comment, was left out: never how the call ended. */
function expectSameEnd(result: unknown, told: object): void {
  const {
    error,
    declined: isDeclined,
    repeated,
    state,
  } = told as {
    error?: { code: string };
    declined?: boolean;
    repeated?: boolean;
    state?: string;
  };
  const { outcome, ...shown } = result as {
    outcome?: { state: string };
    error?: { code?: string };
    state?: string;
  };
  expect({
    code: shown.error?.code,
    declined: (shown as { declined?: boolean }).declined,
    repeated: (shown as { repeated?: boolean }).repeated,
    state: shown.state ?? outcome?.state,
  }).toEqual({ code: error?.code, declined: isDeclined, repeated, state });
}

it('[model.shown.bounds] what an approver has corrected is told with what came of that when there is no room for it', () => {
  const revised = [
    paymentOf({ ...declined({ revised: true }), decision: { ...decided, decision: 'reject' } }),
    paymentOf({ ...unknownOutcome(), _id: 'next', index: 1, revised_from: 'call' }),
  ];
  const [whole] = resultsOf(revised);
  expect(whole).toMatchObject({
    failed: true,
    result: { declined: true, revised: [{ result: { error: { code: 'outcome_unknown' } } }] },
  });
  expect(shortenedResult(whole?.result, 400)).toMatchObject({
    truncated: true,
    declined: true,
    revised: [{ result: { error: { code: 'outcome_unknown' } } }],
  });
  const [unread] = resultsOf(revised.map((each) => ({ ...each, result: 100 })));
  expect(unread).toMatchObject({
    failed: true,
    result: {
      declined: true,
      revised: [{ result: { truncated: true, error: { code: 'outcome_unknown' } } }],
    },
  });
});

it('[model.shown.bounds] a corrected payment that was made is told with what was paid when there is no room for its result', () => {
  const args = toJsonText({ amount: 10 });
  const revised = [
    paymentOf({ ...declined({ revised: true }), decision: { ...decided, decision: 'reject' } }),
    paymentOf({
      _id: 'next',
      index: 1,
      revised_from: 'call',
      args,
      result: toJsonText({ log: 'x'.repeat(400) }),
    }),
  ];
  const [whole] = resultsOf(revised);
  expect(shortenedResult(whole?.result, 500)).toEqual({
    truncated: true,
    characters: 500,
    declined: true,
    revised: [{ args: { amount: 10 }, result: { truncated: true, characters: 410 } }],
  });
  const long = { revised: [{ args: { note: 'x'.repeat(600) }, result: {} }] };
  expect(shortenedResult(long, 700)['revised']).toMatchObject([
    { args: { truncated: true, characters: 611 } },
  ]);
});

it('[model.shown.bounds] keeps nothing of a long result but its length, whatever its members are called', () => {
  const long = 'x'.repeat(1000);
  const host = {
    error: { code: long, message: long, more: long },
    state: long,
    outcome: { state: long },
    revised: long,
  };
  expect(shortenedResult(host, 7)).toEqual({ truncated: true, characters: 7 });
  expect(shortenedResult([host], 7)).toEqual({ truncated: true, characters: 7 });
});

it('[model.shown.calls] a call of an earlier run is told with its own result when another one of its turn was not read', () => {
  const first = paymentOf({ _id: 'first', index: 0, result: toJsonText({ receipt: 'first' }) });
  const second = paymentOf({ _id: 'second', index: 1, ...unknownOutcome() });
  const run = { _id: 'run', state: 'failed' as const, calls: [second] };
  const said = [
    { role: 'user' as const, content: 'Pay', seq: 1, run_id: 'run', run_seq: 1, created_at: now },
  ];
  const shown = (calls: ToolCallForModel[]) =>
    historyOf(said, new Map([['run', { ...run, calls }]]), {
      characters: 10_000,
      timeZone: 'UTC',
    }).runs.flatMap(({ messages }) => messages);
  const idsIn = (calls: ToolCallForModel[]) =>
    shown(calls).flatMap((message) =>
      message.role === 'assistant'
        ? (message.calls ?? []).map(({ id }) => id)
        : message.role === 'tool'
          ? message.results.map(({ call_id }) => call_id)
          : [],
    );
  const [one, two, ...results] = idsIn([first, second]);
  expect(results).toEqual([one, two]);
  expect(idsIn([second])).toEqual([two, two]);
});
