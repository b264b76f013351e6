import { defined } from '#contract/defined.ts';
import type { ListPaymentsQuery, PaymentState } from '../../api/schema.ts';
import { readPlace, type ShownPlace } from '../../payments/payment-place.ts';
import { paymentStateNames } from '../../payments/payment-states.ts';
import { oneOf, textOf, writtenOf } from '../../text/query-string.ts';

/** The payments that are listed: the query string of the page. Days are those of UTC, and the last one is part of what is asked for. */
export interface PaymentSearch {
  /** The id of a payee. */
  payee?: string;
  state?: PaymentState;
  currency?: string;
  min_amount?: string;
  max_amount?: string;
  subject?: string;
  from?: string;
  to?: string;
}

/** The query string of the page: what it lists, and the payment that it shows in full. */
export type PaymentPageSearch = PaymentSearch & ShownPlace;

/** Changes one filter; an empty value removes it. */
export type ChangeFilter = (name: keyof PaymentSearch, value: string) => void;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const dayMs = 86_400_000;

/** The form of an amount: a decimal in major units. */
export const amountPattern = String.raw`\d{1,15}(\.\d{1,10})?`;

/** The filters in a query string, without what they do not know. */
export function readPaymentSearch(search: Record<string, unknown>): PaymentSearch {
  return defined({
    payee: matching(uuid, search['payee']),
    state: oneOf(paymentStateNames, search['state']),
    currency: matching(/^[A-Z]{3}$/, writtenOf(search['currency'])?.trim().toUpperCase()),
    min_amount: amountOf(search['min_amount']),
    max_amount: amountOf(search['max_amount']),
    subject: textOf(writtenOf(search['subject'])),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  });
}

/** Reads the query string of the page. */
export function readPaymentPageSearch(search: Record<string, unknown>): PaymentPageSearch {
  return { ...readPaymentSearch(search), ...readPlace(search) };
}

/** The filters as the API takes them. */
export function toQuery({ from, to, ...filters }: PaymentSearch): ListPaymentsQuery {
  return {
    ...filters,
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(Date.parse(to) + dayMs).toISOString() }),
  };
}

function matching(pattern: RegExp, value: unknown): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

function amountOf(value: unknown): string | undefined {
  return matching(new RegExp(`^(?:${amountPattern})$`), writtenOf(value)?.trim());
}

function dayOf(value: unknown): string | undefined {
  const day = matching(/^\d{4}-\d{2}-\d{2}$/, value);
  return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : day;
}
