import { isTerminal } from '#contract/run-state.ts';
import { directiveOf } from '#lifecycle/directive.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { openRun, questionAnswered } from '#lifecycle/message.ts';
import type { RunDocument, RunOutbox } from '#store/documents/run.ts';
import { StaleWrite } from './memory-store.ts';
import { applyInput, load, type Work, type World } from './world.ts';

/** As api/messages/post.ts: opens a run, or answers the oldest question. */
export function* postMessage(world: World, content: string): Work<void> {
  const { store } = world;
  const message_id = world.newId();
  for (;;) {
    const { thread } = store;
    yield;
    const question = questionAnswered(thread);
    if (question !== undefined) {
      const { run_id, tool_call_id } = question;
      const answer: Input = { type: 'answer', tool_call_id, message_id, content };
      if (yield* accept(world, run_id, answer)) return;
      continue;
    }
    const opening = { run_id: world.newId(), message_id, content, origin: 'api' as const, hold: 11 };
    const changes = openRun(thread, opening, world.surroundings);
    yield;
    try {
      store.write(changes, { opens: true });
    } catch (error) {
      if (error instanceof StaleWrite) continue;
      throw error;
    }
    yield* tell(world, changes.run);
    return;
  }
}

/**
 * As loom/accept-input.ts: takes what a client says and tells the workflow. Where its process dies in between, the
 * signal is lost.
 */
export function* accept(world: World, runId: string, input: Input): Work<boolean> {
  const outcome = yield* applyInput(world, runId, input);
  if (outcome.outcome === 'changed') yield* tell(world, outcome.after.run);
  return outcome.outcome === 'changed';
}

/** As loom/outbox.ts: tells what a run's entry says, and removes it some time later. */
function* tell(world: World, run: RunDocument): Work<boolean> {
  const { outbox, _id } = run;
  if (outbox === undefined) return true;
  yield;
  let heard: boolean;
  switch (outbox.kind) {
    case 'start':
      heard = world.startWorkflow(run);
      if (heard && run.cancel_requested === true) heard = world.signal(_id, (workflow) => workflow.cancel());
      break;
    case 'cancel':
      heard = world.signal(_id, (workflow) => workflow.cancel());
      break;
    case 'turn':
      heard = world.signal(_id, (workflow) => workflow.letIn());
      break;
    case 'resume': {
      if (outbox.let_in === true) {
        if (!world.signal(_id, (workflow) => workflow.letIn())) return false;
        yield;
      }
      const directive = directiveOf(yield* load(world, _id));
      heard = world.signal(_id, (workflow) => workflow.resumed.set(outbox.tool_call_id, directive));
      break;
    }
  }
  if (heard) world.start('removal', removeTaken(world, _id, outbox));
  return heard;
}

function* removeTaken(world: World, runId: string, entry: RunOutbox): Work<void> {
  yield;
  world.store.removeTaken(runId, entry);
}

/** As activities/sweep-runs.ts: tells what is overdue, and ends runs whose workflow was ended from outside. */
export function* sweep(world: World): Work<void> {
  const { store } = world;
  const { outbox: entry } = store.thread;
  const overdue = [...store.runs.values()].filter(
    ({ outbox }) => outbox !== undefined && outbox.due_at < world.now,
  );
  if (entry !== undefined && entry.due_at < world.now) {
    yield;
    const heard = world.signal(entry.run_id, (workflow) => workflow.letIn(entry.version));
    // One whose end would be too early stays for a later sweep.
    if (heard || (yield* endOrphan(world, entry.run_id))) store.removeLetIn(entry);
  }
  for (const run of overdue) {
    yield;
    if (yield* tell(world, run)) continue;
    if (!(yield* endOrphan(world, run._id))) continue;
    if (run.outbox !== undefined) store.removeTaken(run._id, run.outbox);
  }
  for (const runId of world.ended) {
    if (yield* endOrphan(world, runId)) world.ended.delete(runId);
  }
}

/**
 * Ends a run whose workflow has ended. One that was never started is started.
 * @returns whether its entry can be removed
 */
function* endOrphan(world: World, runId: string): Work<boolean> {
  yield;
  const run = world.store.run(runId);
  if (isTerminal(run.state)) return true;
  yield;
  if (world.startWorkflow(run)) return true;
  const outcome = yield* applyInput(world, runId, { type: 'workflow_lost' });
  return outcome.outcome !== 'too_early';
}
