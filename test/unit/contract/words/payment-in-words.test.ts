import { describe, expect, it } from 'vitest';
import { describePending } from '#api/mcp/describe-run.ts';
import { factsOf } from '#console/pages/inbox/waiting/row-facts.ts';
import { historyInWords, paymentInWords } from '#contract/words/payment-in-words.ts';
import { heldFacts } from '#heddle-react/held-facts.ts';
import { shownCall } from '../../../../examples/slack-approvals/call.ts';

const at = '2026-11-02T23:30:00.000Z';
const id = '01a1fcb6-550c-71c4-99ec-24900d7b39e3';

const payment = {
  amount: '1250.5',
  currency: 'EUR',
  reference: 'Invoice\u202E 7',
  payee: {
    name: 'Bo\u202E AG',
    account: { result: 'identified' as const, rail: 'iban' as const, formatted: 'DE89 3704', valid: true },
    institution: { id: 'bank', name: 'Commerzbank' },
    country: 'DE',
    status: 'open' as const,
    known: true,
    payments: 3,
    last_paid_at: at,
    other_account: true,
  },
};

describe('[payment.in-words] the history of a payee', () => {
  it.each([
    [{ status: 'open', payments: 3, last_paid_at: at }, 'paid 3 times before, last on 2 November 2026'],
    [
      { status: 'trusted', payments: 1, last_paid_at: at },
      'trusted, paid once before, last on 2 November 2026',
    ],
    [{ status: 'open', payments: 0 }, 'never paid before'],
    [{ payments: 0 }, 'never paid before by this user'],
    [{ payments: 2, last_paid_at: at }, 'paid 2 times before by this user, last on 2 November 2026'],
    [{}, undefined],
  ])('of %j is "%s"', (payee, words) => {
    expect(historyInWords({ account: { result: 'identified' }, ...payee })).toBe(words);
  });
});

it('[payment.in-words] a payment is shown with what cannot be seen written out, and says what it lacks', () => {
  expect(paymentInWords(payment)).toEqual([
    { label: 'Pays', value: 'EUR 1250.5' },
    { label: 'To', value: 'Bo[U+202E] AG' },
    { label: 'Account', value: 'iban DE89 3704 at Commerzbank, DE' },
    { label: 'Reference', value: 'Invoice[U+202E] 7' },
    { label: 'Payee', value: 'paid 3 times before, last on 2 November 2026' },
  ]);
  const malformed = { payee: { account: { result: 'malformed' as const, message: 'too short' } } };
  expect(paymentInWords(malformed)).toEqual([
    { label: 'Pays', value: 'an amount that cannot be judged' },
    { label: 'Account', value: 'not an account reference: too short' },
  ]);
});

it('[payment.in-words] cards, rows of the inbox, MCP clients and Slack show it', () => {
  const summary = { title: 'A small favour' };
  const unusual = [{ code: 'new_payee' as const, text: 'New payee' }];
  const held = { patch_ref: 'pay@1', summary, payment, args: {}, risk: 'high' as const, unusual };
  const times = { created_at: at, expires_at: at };
  const card = heldFacts(held, { locale: 'en-GB', dayText: () => 'a day' });
  expect(card.payment.map(({ value }) => value)).toEqual([
    'EUR 1,250.50',
    'Bo[U+202E] AG',
    'iban DE89 3704 at Commerzbank, DE',
    'Invoice[U+202E] 7',
    'paid 3 times before, last on a day',
  ]);
  expect(card.warnings).toEqual(['New payee']);
  expect(heldFacts({ patch_ref: 'pay@1', summary }).payment).toEqual([]);
  const [sum, to, history] = factsOf({ payment, summary });
  expect([sum, to]).toEqual(['EUR 1,250.50', 'to Bo[U+202E] AG']);
  expect(history).toMatch(/^paid 3 times before, last on /);
  const text = describePending({ kind: 'confirmation', tool_call_id: id, ...held, ...times });
  expect(text.split('\n').slice(0, 8)).toEqual([
    'Held for approval: A small favour',
    'Pays: EUR 1250.5',
    'To: Bo[U+202E] AG',
    'Account: iban DE89 3704 at Commerzbank, DE',
    'Reference: Invoice[U+202E] 7',
    'Payee: paid 3 times before, last on 2 November 2026',
    'Risk: high',
    'New payee',
  ]);
  const slack = shownCall({ run_id: id, tool_call_id: id, ...held, ...times }, { isAlone: true, facts: [] });
  expect(slack.text.split('\n').slice(1, 6)).toEqual([
    'Pays: EUR 1250.5',
    'To: Bo[U+202E] AG',
    'Account: DE89 3704 at Commerzbank',
    'Paid 3 times before by this user, last on 2026-11-02',
    'A payee with a name like this was paid at ANOTHER ACCOUNT lately',
  ]);
});
