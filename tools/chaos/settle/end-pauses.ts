import type { Run } from '#contract/run.ts';
import type { StartedThread } from '../journal/journal.ts';
import { decide, decideMany, tellOutcome } from '../load/people.ts';
import { cancel, post, readThread, type World } from '../load/world.ts';

/** Ends the remaining pauses: answers, approves, reports outcomes, and cancels the rest. */
export async function endPauses(world: World, paused: readonly Run[]): Promise<void> {
  for (const run of paused) {
    const thread = world.journal.threads.find(({ id }) => id === run.thread_id);
    if (thread !== undefined) await endPause(world, thread, run.id);
  }
}

async function endPause(world: World, thread: StartedThread, runId: string): Promise<void> {
  const { pending_elicitation, pending_confirmation, pending_confirmations, pending_action } =
    await readThread(world, thread);
  const held = (pending_confirmations ?? []).filter(({ run_id }) => run_id === runId);
  if (held.length > 1) {
    await decideMany(world, thread, held, { decision: 'approve', copies: 1, withDigests: true });
  } else if (pending_confirmation?.run_id === runId) {
    await decide(world, thread, pending_confirmation, { decision: 'approve' });
  } else if (pending_elicitation?.run_id === runId) {
    const content = `late answer for ${runId}`;
    const message = { content, reply: `You said: ${content}`, answers: runId };
    await post(world, thread, { ...message, mayBe: ['awaiting_confirmation'] });
  } else if (pending_action?.run_id === runId) {
    await tellOutcome(world, thread, pending_action, 'occurred');
  } else {
    await endHidden(world, thread, runId);
  }
}

/** A thread shows only the oldest pause of a kind. A later one has to wait for that, or is cancelled. */
async function endHidden(world: World, thread: StartedThread, runId: string): Promise<void> {
  const path = `/v1/loom/runs/${runId}`;
  const { state } = await world.client.read<Run>(path, thread.subject);
  if (state !== 'awaiting_input' && state !== 'awaiting_outcome') return;
  const shown = await readThread(world, thread);
  const oldest =
    state === 'awaiting_outcome'
      ? shown.pending_action
      : (shown.pending_confirmation ?? shown.pending_elicitation);
  // Between the reads it may have been shown after all. The next round will find it.
  if (oldest?.run_id === runId) return;
  if (oldest === undefined || oldest === null) {
    const status = 200;
    world.journal.oddAnswers.push({ method: 'GET', path, status, code: 'pause_not_shown', at: Date.now() });
  }
  await cancel(world, thread, runId);
}
