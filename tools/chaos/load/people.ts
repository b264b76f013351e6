import { randomUUID } from 'node:crypto';
import type { PendingConfirmation } from '#contract/thread.ts';
import type { PostedDecision, PostedOutcome, StartedThread } from '../journal/journal.ts';
import type { World } from './world.ts';

/** A decision that lost against another, or came after the run's end. */
const tooLate = ['unknown_confirmation', 'not_awaiting_confirmation'];

/** One person's decision on a held write, sent by several clients at once. */
export async function decide(
  { client, journal }: World,
  { subject }: StartedThread,
  held: PendingConfirmation,
  { decision, copies = 1 }: { decision: 'approve' | 'reject'; copies?: number },
): Promise<void> {
  const record: PostedDecision = {
    run_id: held.run_id,
    tool_call_id: held.tool_call_id,
    key: randomUUID(),
    decision,
    sent_at: Date.now(),
    fate: { is: 'unknown' },
    shown: {
      title: held.summary.title,
      fields: Object.fromEntries((held.summary.fields ?? []).map(({ label, value }) => [label, value])),
    },
  };
  journal.decisions.push(record);
  const send = async () =>
    await client.send({
      method: 'POST',
      path: `/v1/loom/runs/${held.run_id}/confirm`,
      subject,
      key: record.key,
      mayBe: tooLate,
      body: { tool_call_id: held.tool_call_id, decision, detail: { word: record.key } },
    });
  const fates = (await Promise.all(Array.from({ length: copies }, send))).map(({ fate }) => fate);
  record.fate =
    fates.find(({ is }) => is === 'accepted') ?? fates.find(({ is }) => is === 'refused') ?? record.fate;
}

/** Reports the outcome of a proposed action. */
export async function tellOutcome(
  { client, journal }: World,
  { subject }: StartedThread,
  { run_id, tool_call_id }: { run_id: string; tool_call_id: string },
  state: 'occurred' | 'failed',
): Promise<void> {
  const word = randomUUID();
  const told = { run_id, tool_call_id, state, word };
  const record: PostedOutcome = { ...told, sent_at: Date.now(), fate: { is: 'unknown' } };
  journal.outcomes.push(record);
  const path = `/v1/loom/runs/${run_id}/outcome`;
  const body = { tool_call_id, state, detail: { word } };
  record.fate = (await client.send({ method: 'POST', path, subject, body })).fate;
}
