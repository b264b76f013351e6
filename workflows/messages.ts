import { defineSignal } from '@temporalio/workflow';
import { type ResumedInput, signalNames } from '#contract/temporal/names.ts';

/** Sent by the run that gave up the turn lock of the thread. */
export const turnLockGrantedSignal = defineSignal(signalNames.turnLockGranted);

/** Sent by the API when the call that the run was paused for is resolved; may come more than once. */
export const resumedSignal = defineSignal<[ResumedInput]>(signalNames.resumed);

/** Sent by the API when somebody asked for the run's end; may come more than once. */
export const cancelRequestedSignal = defineSignal(signalNames.cancelRequested);

/** Sent when a delivery to a webhook endpoint is pending; may come more than once. */
export const deliveryPendingSignal = defineSignal(signalNames.deliveryPending);
