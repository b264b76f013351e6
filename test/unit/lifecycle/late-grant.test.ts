import { expect, it } from 'vitest';
import { accept, postMessage, sweep } from '../../support/lifecycle/clients.ts';
import { endAll } from '../../support/lifecycle/continuation.ts';
import { RunWorkflow } from '../../support/lifecycle/run-workflow.ts';
import { type Actor, World } from '../../support/lifecycle/world.ts';

/** What a model chooses: to propose an action, and to say only words. */
const [proposes, speaks] = [29, 4];

/** A world in which the test says who goes on, and how far. */
function directed() {
  const world = new World((around, runId) => new RunWorkflow(around, runId));
  const workflow = (id: string): RunWorkflow => {
    const found = world.workflows.get(id);
    if (found === undefined) throw new Error(`run ${id} has no workflow`);
    return found;
  };
  const finish = (actor: Actor, choice = speaks): void => {
    while (world.actors.includes(actor)) world.step(actor, choice);
    for (const removal of world.actors.filter(({ name }) => name === 'removal')) {
      while (world.actors.includes(removal)) world.step(removal, 0);
    }
  };
  return {
    world,
    workflow,
    finish,
    post: (): string => {
      finish(world.start('message', postMessage(world, 'Hello?')));
      return [...world.store.runs.keys()].at(-1) ?? '';
    },
    /** The attempt that the workflow of a run makes next. */
    attempt: (id: string): Actor => {
      for (let steps = 0; steps < 20; steps += 1) {
        const { actor } = workflow(id).activities.find(({ status }) => status === 'running') ?? {};
        if (actor !== undefined) return actor;
        workflow(id).step(0);
      }
      throw new Error(`run ${id} attempts nothing`);
    },
    lose: (attempt: Actor): void => {
      for (const each of world.workflows.values()) each.lose(attempt);
    },
    wait: (id: string): void => {
      for (let steps = 0; steps < 20 && !workflow(id).waitsForTurnLock; steps += 1) workflow(id).step(0);
      expect(workflow(id).waitsForTurnLock).toBe(true);
    },
    report: (id: string): void => {
      const pause = world.store.thread.pauses.find(({ run_id }) => run_id === id);
      const outcome = {
        type: 'outcome',
        tool_call_id: pause?.tool_call_id ?? '',
        state: 'occurred',
      } as const;
      finish(world.start('outcome', accept(world, id, { ...outcome, actor: 'someone' })));
      expect(world.store.run(id).state).toBe('running');
    },
  };
}

it('[run.order.stale-worker] a signal that comes late lets a given-up worker remove no later entry', () => {
  const { world, workflow, finish, post, attempt, lose, wait, report } = directed();
  const first = post();
  const second = post();
  const work = attempt(first);
  finish(attempt(second));
  wait(second);
  finish(work);
  // A sweep has read the entry that lets the second run in, and tells it late.
  world.elapsedMs += 11_000;
  const late = world.start('sweep', sweep(world));
  world.step(late, 0);
  workflow(first).step(0);
  finish(attempt(second), proposes);
  for (let steps = 0; workflow(second).pausedFor === undefined && steps < 5; steps += 1)
    workflow(second).step(0);
  const third = post();
  const frozenThird = attempt(third);
  for (let steps = 0; steps < 2; steps += 1) world.step(frozenThird, speaks);
  report(second);
  finish(attempt(second));
  wait(second);
  finish(late);
  const frozenSecond = attempt(second);
  lose(frozenSecond);
  finish(attempt(second));
  wait(second);
  // Both frozen workers come back: one pauses the third run, the other takes the turn of the second.
  lose(frozenThird);
  finish(frozenThird, proposes);
  expect(world.store.thread.outbox?.run_id).toBe(second);
  finish(frozenSecond, 5);
  report(third);
  expect(workflow(second).waitsForTurnLock).toBe(true);
  endAll(world, { answers: true });
  expect([...world.workflows.values()].map(({ alive }) => alive)).toEqual([false, false, false]);
});
