import type { ReservedAmount } from '../documents/applied-gate.ts';

/** The counters of the limits of approval policies. {@link RunStore.commit} adds to them. */
export interface LimitCounters {
  /** The sums of these counters, by the name of the counter. Counters without a sum are missing. */
  read: (
    workspaceId: string,
    named: readonly Pick<ReservedAmount, 'counter' | 'period'>[],
  ) => Promise<Map<string, string>>;
}
