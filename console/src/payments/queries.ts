import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import { listQuery } from '../api/list-query.ts';
import type { ListPayeesQuery, ListPaymentsQuery, Payee, SentPayment } from '../api/schema.ts';
import type { PaymentPlace } from './payment-place.ts';

/** Payments are sent, and settle, while somebody looks at them. */
const refetchMs = 10_000;
const itemsAtOnce = 100;
const mostOffered = 20;

/** The keys of all that shows payees, and of all that shows payments. */
export const payeesKey = ['payees'];
export const paymentsKey = ['payments'];

/** The payees that match, newest first. */
export const payeesQuery = (filters: Pick<ListPayeesQuery, 'q' | 'status'>) =>
  listQuery<Payee>({
    queryKey: [...payeesKey, 'list', filters],
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/payees', { params: { query: { ...filters, ...(cursor && { cursor }) } }, signal }),
  });

/** One payee, with what was paid to it. */
export const payeeQuery = (id: string) =>
  queryOptions({
    queryKey: [...payeesKey, id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/payees/{id}', { params: { path: { id } }, signal })),
  });

/** The newest payees in which a text is found. */
export const foundPayeesQuery = (q: string) =>
  queryOptions({
    queryKey: [...payeesKey, 'found', q],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/payees', { params: { query: { q, limit: mostOffered } }, signal })),
  });

/** The payments that match, newest first. */
export const paymentsQuery = (query: ListPaymentsQuery) =>
  listQuery<SentPayment>({
    queryKey: [...paymentsKey, 'list', query],
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/payments', {
        params: { query: { ...query, limit: itemsAtOnce, ...(cursor && { cursor }) } },
        signal,
      }),
  });

/** A payment by its place; null if there is none. */
export const paymentQuery = ({ payment, at }: PaymentPlace) =>
  queryOptions({
    queryKey: [...paymentsKey, payment, at],
    queryFn: async ({ signal }) => {
      const query = { from: at, to: new Date(Date.parse(at) + 1).toISOString(), limit: itemsAtOnce };
      const payments = dataOf(await api.GET('/v1/payments', { params: { query }, signal }));
      return payments.find(({ tool_call_id }) => tool_call_id === payment) ?? null;
    },
  });
