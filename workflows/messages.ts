import { defineSignal } from '@temporalio/workflow';
import { signalNames } from '#contract/temporal.ts';

/** Sent by the run that gave up the floor of the thread. */
export const floorGrantedSignal = defineSignal(signalNames.floorGranted);
