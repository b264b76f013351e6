import type { ValueOrigin } from '#contract/origins.ts';
import { type OriginTask, traceOrigins } from '#engine/rules/origins/trace-origins.ts';

/** The task of the origin pool's thread. The pool loads this file. */
export default function trace(task: OriginTask): ValueOrigin[][] {
  return traceOrigins(task);
}
