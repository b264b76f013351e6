import * as fc from 'fast-check';
import { isTerminal } from '#contract/run-state.ts';
import { advance } from '#lifecycle/advance.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { ServiceError } from '#contract/errors.ts';
import { checkHolds, checkReachable, checkStored } from './invariants.ts';
import { accept, postMessage, sweep } from './clients.ts';
import type { RunWorkflow } from './run-workflow.ts';
import { type Actor, load, type World } from './world.ts';

/** What can happen next in the world. Numbers pick among what is there. */
export type Command =
  | { type: 'message' }
  | { type: 'decision'; pick: number; verdict: 'approve' | 'reject'; person: number }
  | { type: 'outcome'; pick: number; state: 'occurred' | 'failed' }
  | { type: 'cancel'; pick: number }
  | { type: 'step'; pick: number; choice: number; steps: number }
  | { type: 'die'; pick: number }
  | { type: 'freeze'; pick: number }
  | { type: 'time'; ms: number }
  | { type: 'clock'; ms: number }
  | { type: 'sweep' }
  | { type: 'repeat'; pick: number }
  | { type: 'terminate'; pick: number };

const pick = fc.nat({ max: 1000 });
const is = <Type extends Command['type']>(type: Type) => fc.constant(type);

/** Any command; most let somebody go on by some steps. */
export const command: fc.Arbitrary<Command> = fc.noBias(
  fc.oneof(
    {
      weight: 200,
      arbitrary: fc.record({
        type: is('step'),
        pick,
        choice: fc.nat({ max: 131_071 }),
        steps: fc.integer({ min: 1, max: 8 }),
      }),
    },
    { weight: 12, arbitrary: fc.record({ type: is('message') }) },
    {
      weight: 20,
      arbitrary: fc.record({
        type: is('decision'),
        pick,
        verdict: fc.constantFrom('approve', 'approve', 'reject'),
        person: fc.nat({ max: 2 }),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({ type: is('outcome'), pick, state: fc.constantFrom('occurred', 'failed') }),
    },
    { weight: 10, arbitrary: fc.record({ type: is('cancel'), pick }) },
    { weight: 10, arbitrary: fc.record({ type: is('die'), pick }) },
    { weight: 24, arbitrary: fc.record({ type: is('freeze'), pick }) },
    { weight: 12, arbitrary: fc.record({ type: is('time'), ms: fc.nat({ max: 20_000 }) }) },
    { weight: 2, arbitrary: fc.record({ type: is('clock'), ms: fc.integer({ min: -3000, max: 3000 }) }) },
    { weight: 8, arbitrary: fc.record({ type: is('sweep') }) },
    { weight: 8, arbitrary: fc.record({ type: is('repeat'), pick }) },
    { weight: 1, arbitrary: fc.record({ type: is('terminate'), pick }) },
  ),
);

/** Carries out a command, and checks what must hold. */
export function carryOut(world: World, given: Command): void {
  perform(world, given);
  checkAll(world);
}

function checkAll(world: World): void {
  const { revision } = world.store;
  if (world.checked !== revision) {
    checkStored(world);
    checkHolds(world);
    world.checked = revision;
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
      const call = picked(
        [...world.store.calls.values()].filter(({ gate }) => gate !== null),
        given.pick,
      );
      if (call === undefined) return;
      const request_id = `request-${person}`;
      const input: Input = {
        type: 'decision',
        tool_call_id: call._id,
        decision,
        actor: 'someone',
        request_id,
      };
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
      stepSome(world, given);
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

/** Lets one of all who can go on do so, a few times: what it chooses differs from step to step. */
function stepSome(world: World, { pick: index, choice, steps }: Extract<Command, { type: 'step' }>): void {
  const next = picked(runnable(world), index);
  if (next === undefined) return;
  for (let taken = 0; taken < steps; taken += 1) {
    if (!runnable(world).includes(next)) return;
    step(world, next, choice >> taken);
    checkAll(world);
  }
}

/** Lets one of all who can go on do so. */
export function stepOne(world: World, index: number, choice: number): boolean {
  const next = picked(runnable(world), index);
  if (next === undefined) return false;
  step(world, next, choice);
  return true;
}

function runnable({ actors, workflows }: World): (Actor | RunWorkflow)[] {
  return [...actors, ...[...workflows.values()].filter(({ isRunnable }) => isRunnable)];
}

function step(world: World, next: Actor | RunWorkflow, choice: number): void {
  if ('work' in next) world.step(next, choice);
  else next.step(choice);
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
