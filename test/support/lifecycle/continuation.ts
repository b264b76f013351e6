import { isTerminal } from '#contract/run-state.ts';
import { sweep } from './clients.ts';
import { carryOut, type Command, stepOne } from './commands.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** More steps than are taken between two sweeps, even if hundreds compete: of those that write, one wins each time. */
const mostSteps = 50_000;
const mostRounds = 60;

/**
 * Goes on fairly from here: everybody who can go on does, sweeps tell what is in the outbox, time passes, and models
 * have only words left. People answer, or pauses expire. Every run ends by it, and nothing is left to tell.
 * @throws {Violation} when a run does not end
 */
export function endAll(world: World, { answers }: { answers: boolean }): void {
  world.skewMs = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    settle(world);
    if (isQuiet(world)) return;
    if (answers) for (const given of answersOf(world)) carryOut(world, given);
    settle(world);
    world.elapsedMs += 35_000;
    world.start('sweep', sweep(world));
  }
  const open = [...world.store.runs.values()].filter(({ state }) => !isTerminal(state));
  throw new Violation('every run ends, and then nothing is left to tell', {
    open,
    thread: world.store.thread,
  });
}

function settle(world: World): void {
  // Choice 4: a model says only words, hosts answer.
  for (let steps = 0; stepOne(world, steps, 4); steps += 1) {
    if (steps > mostSteps)
      throw new Violation(
        'work comes to an end',
        world.actors.map(({ name }) => name),
      );
  }
}

function isQuiet({ store, workflows }: World): boolean {
  const runs = [...store.runs.values()];
  return (
    runs.every(({ state, outbox }) => isTerminal(state) && outbox === undefined) &&
    store.thread.outbox === undefined &&
    [...workflows.values()].every(({ alive }) => !alive)
  );
}

function answersOf({ store }: World): Command[] {
  return store.thread.pauses.map(({ type, tool_call_id }): Command => {
    const among = (calls: { _id: string }[]) => calls.findIndex(({ _id }) => _id === tool_call_id);
    const all = [...store.calls.values()];
    switch (type) {
      case 'question':
        return { type: 'message' };
      case 'confirmation':
        return {
          type: 'decision',
          pick: among(all.filter(({ gate }) => gate !== null)),
          verdict: 'approve',
          person: 9,
        };
      case 'outcome':
        return {
          type: 'outcome',
          pick: among(all.filter(({ interaction }) => interaction === 'proposed_action')),
          state: 'occurred',
        };
    }
  });
}
