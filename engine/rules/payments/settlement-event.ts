import { defined } from '#contract/defined.ts';
import type { ReportedState } from '#contract/sent-payment.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '../../documents/event.ts';
import type { PaymentDocument } from '../../documents/payment.ts';
import type { RunDocument } from '../../documents/run.ts';
import { eventId, outOfOrder } from '../events.ts';
import type { IdsAndTime } from '../stored.ts';
import { toSettlement } from './settle.ts';

const typeOf = {
  settled: 'payment.settled',
  returned: 'payment.returned',
  failed: 'payment.failed',
} as const satisfies Record<ReportedState, string>;

/**
 * The event that reports what became of a payment (event.type.payment). It may follow the end of its run, so it has no place
 * in the order of the run's events.
 * @param about.run absent if it was erased: the event is then the workspace's alone
 */
export function settlementEvent(
  { _id, workspace_id, run_id, amount, currency, settlement }: PaymentDocument,
  state: ReportedState,
  about: { run?: RunDocument | undefined; payee_id?: string | undefined },
  context: IdsAndTime,
): EventDocument {
  const data = {
    tool_call_id: _id,
    ...defined({ amount, currency, payee_id: about.payee_id }),
    settlement: toSettlement(settlement),
  };
  const type = typeOf[state];
  if (about.run !== undefined) return outOfOrder(about.run, { type, data }, context);
  return {
    _id: eventId(context),
    workspace_id,
    type,
    created_at: context.now,
    seq: null,
    origin: 'api',
    source: { kind: 'run', id: run_id },
    context: { workspace_id },
    data: toJsonText(data),
  };
}
