import { ids, times } from './ids.ts';

const account = {
  result: 'identified',
  rail: 'iban',
  iban: 'DE89370400440532013000',
  formatted: 'DE89 3704 0044 0532 0130 00',
  valid: true,
};

/** Examples of payees and of the payments to them. */
export const payeeExamples = {
  NewPayee: { account: { iban: 'DE89 3704 0044 0532 0130 00' }, names: ['Bo AG'], note: 'The rent' },
  PayeeChange: { status: 'trusted' },
  Payee: {
    id: ids.payee,
    account,
    institution: { id: 'de_bic_cobadeff', name: 'Commerzbank', bic: 'COBADEFF' },
    country: 'DE',
    names: [{ name: 'Bo AG', first_used_at: times.started, last_used_at: times.decided }],
    first_paid_at: times.started,
    last_paid_at: times.decided,
    payments: 2,
    totals: [{ currency: 'EUR', amount: '1262.5' }],
    status: 'open',
    created_at: times.started,
  },
  DeletedPayee: { id: ids.payee },
  SentPayment: {
    tool_call_id: ids.toolCall,
    run_id: ids.run,
    thread_id: ids.thread,
    subject_ref: 'customer-481',
    patch_ref: 'send_payment@1',
    amount: '1250',
    currency: 'EUR',
    reference: 'Invoice 7',
    payee: {
      id: ids.payee,
      name: 'Bo AG',
      account,
      institution: { id: 'de_bic_cobadeff', name: 'Commerzbank', bic: 'COBADEFF' },
      country: 'DE',
      status: 'open',
    },
    status: 'ok',
    settlement: { state: 'sent', at: times.replied },
    sent_at: times.decided,
  },
  SettlementReport: { state: 'returned', detail: { reason: 'AC04', text: 'Closed account' } },
  PaymentSettlement: {
    tool_call_id: ids.toolCall,
    settlement: {
      state: 'returned',
      at: times.replied,
      detail: { reason: 'AC04', text: 'Closed account' },
    },
  },
};
