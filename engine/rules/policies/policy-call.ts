import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import { mostOrigins, type ValueOrigin } from '#contract/origins.ts';
import type { RiskLevel } from '#contract/risk.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import { payeeFact } from '../payments/payee-fact.ts';
import { unusualOf } from '../payments/unusual.ts';
import { readPayment } from '../payments/read-payment.ts';

/** A call as an approval policy sees it. */
export interface PolicyCall {
  args: JsonObject;
  /** The key of the patch. */
  patch: string;
  /** The effective level. */
  risk: RiskLevel;
  subject_ref: string;
  agent: { id: string; key: string };
  /** The name of the connection; absent if the call is made on none. */
  connection?: string | undefined;
  /** Absent if the patch declares none. */
  payment?: HeldPayment | undefined;
  /** Where the values of the arguments were seen. Absent if that is unknown. */
  origins?: ValueOrigin[] | undefined;
  /** Days since payments are counted up to then. */
  now: Date;
}

/**
 * The value that a condition of a policy's rule compares. It lacks what cannot be judged: a payment and a payee that are not declared or
 * cannot be read, origins that are unknown or of which some may be missing, and unusual circumstances while those of the account are unknown.
 */
export function conditionValue({
  args,
  patch,
  risk,
  subject_ref,
  agent,
  connection,
  payment,
  origins,
  now,
}: PolicyCall): JsonObject {
  const { id, key } = agent;
  return {
    args,
    patch,
    risk,
    subject_ref,
    agent: { id, key },
    ...defined({
      connection,
      payment: paymentFact(payment, args),
      payee: payment && payeeFact(payment, now),
      unusual: origins && unusualOf(defined({ payment, origins }), 'workspace')?.map(({ code }) => code),
      origins: originsFact(origins),
    }),
  };
}

function originsFact(origins: ValueOrigin[] | undefined): JsonObject | undefined {
  // The model chooses the order of its arguments, and so which of them are traced.
  if (origins === undefined || origins.length >= mostOrigins) return undefined;
  return Object.fromEntries(origins.map(({ path, from }) => [path, from]));
}

function paymentFact(payment: HeldPayment | undefined, args: JsonObject): JsonObject | undefined {
  const read = payment && readPayment(payment.declared, args);
  // It is no longer than a double is exact.
  return read?.amount === undefined ? undefined : { amount: Number(read.amount), currency: read.currency };
}
