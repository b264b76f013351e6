import * as fc from 'fast-check';
import { isTerminal } from '#contract/run-state.ts';
import { advance } from '#lifecycle/advance.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { ServiceError } from '#contract/errors.ts';
import { checkHolds, checkReachable, checkStored } from './invariants.ts';
import { accept, postMessage, sweep } from './clients.ts';
import type { RunWorkflow } from './run-workflow.ts';
import { load, World, type Actor } from './world.ts';

/** What can happen next in the world. Numbers pick among what is there. */
export type Command =
  | { type: 'message' }
  | { type: 'decision'; pick: number; verdict: 'approve' | 'reject'; person: number }
  | { type: 'outcome'; pick: number; state: 'occurred' | 'failed' }
  | { type: 'cancel'; pick: number }
  | { type: 'step'; pick: number; choice: number }
  | { type: 'die'; pick: number }
  | { type: 'freeze'; pick: number }
  | { type: 'time'; ms: number }
  | { type: 'clock'; ms: number }
  | { type: 'sweep' }
  | { type: 'repeat'; pick: number }
  | { type: 'terminate'; pick: number };

const pick = fc.nat({ max: 1000 });

/** Any command; most let somebody go on by one step. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 60, arbitrary: fc.record({ type: fc.constant('step' as const), pick, choice: fc.nat({ max: 131_071 }) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('message' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('decision' as const),
      pick,
      verdict: fc.constantFrom('approve' as const, 'reject' as const),
      person: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('outcome' as const),
      pick,
      state: fc.constantFrom('occurred' as const, 'failed' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('die' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('freeze' as const), pick }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('time' as const), ms: fc.nat({ max: 40_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('clock' as const), ms: fc.integer({ min: -3000, max: 3000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('sweep' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('repeat' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('terminate' as const), pick }) },
);

/** Carries out a command, and checks what must hold. */
export function carryOut(world: World, given: Command): void {
  const { revision } = world.store;
  perform(world, given);
  if (world.store.revision !== revision) {
    checkStored(world);
    checkHolds(world);
  }
  checkReachable(world);
}

function perform(world: World, given: Command): void {
  switch (given.type) {
    case 'message':
      if (world.store.runs.size < 8) world.start('message', postMessage(world, 'Hello?'));
      return;
    case 'decision': {
      const { verdict: decision, person } = given;
      const call = picked([...world.store.calls.values()].filter(({ gate }) => gate !== null), given.pick);
      if (call === undefined) return;
      const request_id = `request-${person}`;
      const input: Input = { type: 'decision', tool_call_id: call._id, decision, actor: 'someone', request_id };
      world.start('decision', accept(world, call.run_id, input));
      return;
    }
    case 'outcome': {
      const proposed = [...world.store.calls.values()].filter(
        ({ interaction }) => interaction === 'proposed_action',
      );
      const call = picked(proposed, given.pick);
      if (call === undefined) return;
      const input: Input = { type: 'outcome', tool_call_id: call._id, state: given.state, actor: 'someone' };
      world.start('outcome', accept(world, call.run_id, input));
      return;
    }
    case 'cancel': {
      const run = picked([...world.store.runs.values()], given.pick);
      if (run !== undefined) world.start('cancel', accept(world, run._id, { type: 'cancel_requested' }));
      return;
    }
    case 'step':
      stepOne(world, given.pick, given.choice);
      return;
    case 'die':
    case 'freeze': {
      const actor = picked(world.actors, given.pick);
      if (actor === undefined) return;
      if (given.type === 'die') world.stop(actor);
      for (const workflow of world.workflows.values()) workflow.lose(actor);
      return;
    }
    case 'time':
      world.elapsedMs += given.ms;
      return;
    case 'clock':
      world.skewMs = given.ms;
      return;
    case 'sweep':
      if (!world.actors.some(({ name }) => name === 'sweep')) world.start('sweep', sweep(world));
      return;
    case 'repeat': {
      const known = picked(world.inputs, given.pick);
      if (known !== undefined) repeat(world, known.run_id, known.input);
      return;
    }
    case 'terminate': {
      const entry = picked(
        [...world.workflows].filter(([, { alive }]) => alive),
        given.pick,
      );
      if (entry === undefined) return;
      entry[1].terminate();
      world.ended.add(entry[0]);
    }
  }
}

/** Lets one of all who can go on do so. */
export function stepOne(world: World, index: number, choice: number): boolean {
  const runnable: (Actor | RunWorkflow)[] = [
    ...world.actors,
    ...[...world.workflows.values()].filter(({ isRunnable }) => isRunnable),
  ];
  const next = picked(runnable, index);
  if (next === undefined) return false;
  if ('work' in next) world.step(next, choice);
  else next.step(choice);
  return true;
}

/** What was taken before comes again, late: it must not change what is stored, but for what may be asked again. */
function repeat(world: World, runId: string, input: Input): void {
  if (input.type === 'cancel_requested' || input.type === 'call_held') return;
  const reading = load(world, runId);
  let read = reading.next();
  while (read.done !== true) read = reading.next(0);
  const stored = read.value;
  const call = 'tool_call_id' in input ? world.store.calls.get(input.tool_call_id) : undefined;
  try {
    const { outcome } = advance(stored, input, world.surroundings, call);
    if (outcome !== 'unchanged' && !(outcome === 'too_early' && !isTerminal(stored.run.state))) {
      throw new Error(`${input.type} was taken twice`);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

function picked<Item>(items: Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items[index % items.length];
}
