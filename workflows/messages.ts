import { defineSignal } from '@temporalio/workflow';
import { type ResumedInput, signalNames } from '#contract/temporal/names.ts';

/** Sent by the run that gave up the thread lock, with a resumed run that may still wait for the lock, or by the sweep. May be repeated, and late. */
export const lockGrantedSignal = defineSignal<[version?: number]>(signalNames.lockGranted);

/** Sent by the API when the call for which the run was paused is resolved. May be repeated. */
export const resumedSignal = defineSignal<[ResumedInput]>(signalNames.resumed);

/** Sent by the API when somebody wants the run to end. May be repeated. */
export const cancelRequestedSignal = defineSignal(signalNames.cancelRequested);

/** Sent by the API when the stage of a held call changes, or by the sweep when the store is ahead of the workflow. May be repeated. */
export const lookAgainSignal = defineSignal(signalNames.lookAgain);

/** Sent when a delivery to a webhook endpoint is pending. May be repeated. */
export const deliveryPendingSignal = defineSignal(signalNames.deliveryPending);
