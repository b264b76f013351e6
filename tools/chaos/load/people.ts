import { randomUUID } from 'node:crypto';
import type { DecidedItems } from '#contract/decide-many.ts';
import type { RevisedCall } from '#contract/decisions.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import type {
  Fate,
  PostedDecision,
  PostedOutcome,
  PostedRevision,
  StartedThread,
} from '../journal/journal.ts';
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
  const record = recordOf(held, decision);
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

/** One person's decision on several held calls by one request, sent by several clients at once. Each item is a decision by itself. */
export async function decideMany(
  { client, journal }: World,
  { subject }: StartedThread,
  held: readonly PendingConfirmation[],
  { decision, copies, withDigests }: { decision: 'approve' | 'reject'; copies: number; withDigests: boolean },
): Promise<void> {
  const key = randomUUID();
  const records = held.map((item) => recordOf(item, decision, key));
  journal.decisions.push(...records);
  const items = held.map(({ run_id, tool_call_id, digest }) => ({
    run_id,
    tool_call_id,
    ...(withDigests ? { digest } : {}),
  }));
  const path = '/v1/loom/approvals/decide';
  const body = { decision, items, detail: { word: key } };
  const send = async () => await client.send<DecidedItems>({ method: 'POST', path, subject, key, body });
  for (const reply of await Promise.all(Array.from({ length: copies }, send))) {
    if (reply.fate.is !== 'accepted' || !('data' in reply)) continue;
    const { at } = reply.fate;
    const { decision_id, results } = reply.data;
    for (const [index, record] of records.entries()) {
      const { result, code = '' } = results[index] ?? { result: 'missing' };
      const fate: Fate =
        result === 'accepted' ? { is: 'accepted', at } : { is: 'refused', status: 422, code, at };
      const isOdd = result !== 'accepted' && !tooLate.includes(code);
      // The copies, under the same key, must have the same response.
      const differs =
        record.decision_id !== undefined &&
        (record.decision_id !== decision_id || record.fate.is !== fate.is);
      if (isOdd || differs)
        journal.oddAnswers.push({
          method: 'POST',
          path,
          status: 200,
          code: differs ? 'one_key_two_results' : code,
          at,
        });
      Object.assign(record, { fate, decision_id });
    }
  }
}

/** A person corrects a held call: one with these arguments takes its place. */
export async function revise(
  { client, journal }: World,
  { subject }: StartedThread,
  held: PendingConfirmation,
  args: PostedRevision['args'],
): Promise<void> {
  const record = recordOf(held, 'revise');
  const { run_id, tool_call_id, key, sent_at } = record;
  const revision: PostedRevision = { run_id, tool_call_id, args, sent_at, fate: { is: 'unknown' } };
  journal.decisions.push(record);
  journal.revisions.push(revision);
  const reply = await client.send<RevisedCall>({
    method: 'POST',
    path: `/v1/loom/runs/${run_id}/revise`,
    subject,
    key,
    mayBe: tooLate,
    // Everybody corrects a few calls a day at most.
    headers: { 'service-actor': `corrector ${key}` },
    body: { tool_call_id, args, detail: { word: key } },
  });
  record.fate = reply.fate;
  revision.fate = reply.fate;
  if (reply.fate.is === 'accepted' && 'data' in reply) revision.revised_to = reply.data.tool_call_id;
}

function recordOf(
  held: PendingConfirmation,
  decision: PostedDecision['decision'],
  key = randomUUID(),
): PostedDecision {
  const { run_id, tool_call_id, summary } = held;
  const fields = Object.fromEntries((summary.fields ?? []).map(({ label, value }) => [label, value]));
  const shown = { title: summary.title, fields };
  return { run_id, tool_call_id, key, decision, sent_at: Date.now(), fate: { is: 'unknown' }, shown };
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
