import {
  allHandlersFinished,
  condition,
  getExternalWorkflowHandle,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { Activities } from '#activities/create-activities.ts';
import type { Directive } from '#contract/directives.ts';
import { runWorkflowId, searchAttributes, type RunInput } from '#contract/temporal.ts';
import { floorGrantedSignal } from './messages.ts';

/** How a run ended: a state and why, never words. */
export type RunResult = Extract<Directive, { next: 'end' }>;

const runState = defineSearchAttributeKey(searchAttributes.runState, SearchAttributeType.KEYWORD);

/** A granted floor is signalled; a signal that was lost with its sender is made up for by looking again. */
const floorCheck = '1 minute';

const { callModel } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  // A worker that dies is noticed by its silence, not by the end of the time a model may take.
  heartbeatTimeout: '10 seconds',
  // How often a turn is tried is the activity's decision: it knows a failing provider from a database that is down.
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const { failRun } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

/**
 * One run, from its first model turn to its end. The content of the conversation stays in the store: what passes
 * through here are ids and directives.
 */
export async function run(input: RunInput): Promise<RunResult> {
  let floorGranted = false;
  setHandler(floorGrantedSignal, () => {
    floorGranted = true;
  });

  let turn = 1;
  for (;;) {
    // Reset before looking, not after: a grant that comes while the activity looks must count.
    floorGranted = false;
    setCurrentDetails(`Model turn ${turn}`);
    const directive = await takeTurn(input, turn);
    switch (directive.next) {
      case 'turn':
        turn = directive.turn;
        break;
      case 'wait_for_floor':
        setCurrentDetails('Waits until no older run works on the thread');
        await condition(() => floorGranted, floorCheck);
        break;
      case 'end':
        await grantFloor(directive);
        upsertSearchAttributes([{ key: runState, value: directive.state }]);
        setCurrentDetails(
          `${directive.state}: ${directive.state === 'failed' ? directive.error : directive.reason}, after turn ${turn}`,
        );
        await condition(allHandlersFinished);
        return directive;
    }
  }
}

/** A turn that cannot be taken, whatever is tried, fails the run: none is left `running` for ever. */
async function takeTurn(input: RunInput, turn: number): Promise<Directive> {
  try {
    return await callModel.executeWithOptions({ summary: `Model turn ${turn}` }, [{ ...input, turn }]);
  } catch (error) {
    log.error('a turn failed for good', { run_id: input.run_id, turn, error });
    return await failRun.executeWithOptions({ summary: 'Fail the run' }, [input]);
  }
}

/** Tells the next run of the thread that it may work. One that was not started yet will look for itself. */
async function grantFloor({ grant_floor_to }: RunResult): Promise<void> {
  if (grant_floor_to === undefined) return;
  try {
    await getExternalWorkflowHandle(runWorkflowId(grant_floor_to)).signal(floorGrantedSignal);
  } catch (error) {
    log.warn('the run that is next could not be told', { run_id: grant_floor_to, error });
  }
}
