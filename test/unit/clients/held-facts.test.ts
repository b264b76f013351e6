import { expect, it } from 'vitest';
import { heldFacts } from '#heddle-react/held-facts.ts';
import { promptOf } from '#heddle-react/prompt.ts';

const id = '01a1fcb6-550c-71c4-99ec-24900d7b39e3';
const at = '2026-11-20T02:48:21.617Z';

it('[chat.react.approval] [console.arguments] [console.money] [gate.cooling.shown] what an approver is shown has every value of the held write, with what cannot be seen written out', () => {
  const facts = heldFacts(
    {
      patch_ref: 'pay@1',
      summary: { title: 'Pay\u202E 5', fields: [{ label: 'To\u200B', value: 'B\u202Eo' }] },
      connection: { id, name: 'ba\u202Enk' },
      amounts: [
        { limits: ['daily', 'mon\u202Ethly'], amount: '1250.5', currency: 'EUR', payee: 'B\u202Eo' },
        { limits: ['fees'], currency: 'USD' },
      ],
      accounts: [
        {
          pointers: ['/iban'],
          result: 'identified',
          rail: 'iban',
          reference: 'DE00\u202E',
          institution: { id: 'bank', name: 'Bank' },
        },
      ],
      returned: { reason: 'approval_age', at },
      repeats: { run_id: id, tool_call_id: id, at, status: 'unknown' },
      revised_from: id,
      notes: ['Look\u202E twice'],
      rejected_before: {
        run_id: id,
        tool_call_id: id,
        by: 'e\u202Eve',
        at,
        detail: { note: 'Not\u202E known' },
      },
      expired_before: { run_id: id, tool_call_id: id, at },
      not_before: at,
      reason: 'He as‮ked',
    },
    { locale: 'en-GB', timeText: (time) => `<${time}>` },
  );
  expect(facts).toEqual({
    before: [
      `e[U+202E]ve rejected the same call at <${at}>: Not[U+202E] known. The user has written since.`,
      `The same call expired at <${at}>: nobody had decided on it in time.`,
    ],
    payment: [],
    origins: [],
    sendsAt: [`Approved. Will be sent at <${at}>; can be withdrawn or rejected until then.`],
    summary: [{ label: 'To[U+200B]', value: 'B[U+202E]o' }],
    amounts: [
      {
        facts: [
          { label: 'Amount', value: 'EUR 1,250.50' },
          { label: 'Payee', value: 'B[U+202E]o' },
        ],
        countedBy: 'daily, mon[U+202E]thly',
      },
      {
        facts: [
          { label: 'Amount', value: 'none' },
          { label: 'Currency', value: 'USD' },
        ],
        countedBy: 'fees',
      },
    ],
    accounts: ['Account at /iban: iban DE00[U+202E] at Bank'],
    call: 'pay@1',
    sentTo: 'ba[U+202E]nk',
    warnings: [
      'An approver has corrected the arguments. Approvals of the first call do not count.',
      `A call with the same effect was made at <${at}>, and its outcome is not known. If this one is approved, it is made again.`,
      'It was approved before and went back to its gate, because an approval was older than the policy allows. It needs all of its approvals again.',
      'Look[U+202E] twice',
    ],
    reason: ['The agent says: He as[U+202E]ked'],
  });
});

it('[chat.react] a question is shown in words with each of its options once, and as a whole if it is of another shape', () => {
  expect(promptOf({ question: 'Which\u202E?', options: ['Giro', 'Giro', 7, 'Savings'] })).toEqual({
    text: 'Which[U+202E]?',
    choices: ['Giro', 'Savings'],
  });
  expect(promptOf({ ask: ['x\u202E'] })).toEqual({ text: '{"ask":["x[U+202E]"]}', choices: [] });
  expect(promptOf(null)).toEqual({ text: '{}', choices: [] });
});
