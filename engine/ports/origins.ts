import type { ValueOrigin } from '#contract/origins.ts';
import type { OriginTask } from '../rules/origins/trace-origins.ts';

/** Looks where the values of arguments were seen before, outside of the event loop. */
export interface Origins {
  /** @returns the origins of each call; undefined if they could not be found out in time */
  trace: (task: OriginTask) => Promise<ValueOrigin[][] | undefined>;
}
