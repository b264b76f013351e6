import type { Agent } from '#contract/agent.ts';
import type { Payee } from '#contract/payee.ts';
import type { SentPayment } from '#contract/sent-payment.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { actingPatch } from './acting.ts';
import { definition } from './agents.ts';
import type { TestConsole } from './console.ts';

const text = { type: 'string' };

/** The arguments of a payment. */
export interface PaidArguments {
  amount: number | string;
  iban: string;
  name?: string;
  ref?: string;
}

/** IBANs of a German and a French bank. */
export const german = 'DE89370400440532013000';
export const french = 'FR1420041010050500013M02606';

/** Publishes an agent that pays by a patch which declares its payments in EUR. */
export async function publishPayer(
  { client }: Pick<TestConsole, 'client'>,
  { gate, key = 'pay' }: { gate?: 'confirm'; key?: string } = {},
): Promise<Agent> {
  const patch = actingPatch(key, {
    input_schema: {
      type: 'object',
      properties: { amount: {}, iban: text, name: text, ref: text },
      additionalProperties: false,
    },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' }, name: '/name' },
      reference: '/ref',
    },
    request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}' } },
  });
  await client.post('/v1/patches', patch);
  const { data } = await client.post<Agent>(
    '/v1/agents',
    definition({
      key: `agent-${key}`.replaceAll('_', '-'),
      name: 'Payer',
      patches: [{ ref: `${key}@1`, ...(gate && { gate }) }],
      connection: 'demo',
    }),
  );
  return data;
}

/** Has the agent pay, and gives the payment as the API lists it. */
export async function payBy(
  { client }: Pick<TestConsole, 'client'>,
  agent: Agent,
  args: PaidArguments,
  subject = 'ada',
): Promise<SentPayment> {
  const as = client.as(subject);
  await converse(as, await startThread(as, agent.id), `/call pay ${JSON.stringify(args)}\n---\n/say ok`);
  const [newest] = (await client.ofWorkspace().get<SentPayment[]>('/v1/payments')).data;
  if (newest === undefined) throw new Error('nothing was paid');
  return newest;
}

/** The payee of an IBAN. */
export async function payeeOf({ client }: Pick<TestConsole, 'client'>, iban: string): Promise<Payee> {
  const { data } = await client.ofWorkspace().get<Payee[]>(`/v1/payees?q=${iban}`);
  const [payee] = data;
  if (payee === undefined) throw new Error(`no payee has ${iban}`);
  return payee;
}
