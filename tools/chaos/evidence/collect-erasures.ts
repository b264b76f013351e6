import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Erasure } from '#contract/erasure.ts';
import { erasureWorkflowId } from '#contract/temporal/names.ts';
import type { Database } from '#store/mongo/database.ts';
import { personalData } from '#store/subjects/personal-data.ts';
import type { ChaosClient } from '../client/client.ts';
import type { RequestedErasure } from '../journal/journal.ts';
import type { ErasureEvidence } from './evidence.ts';

/**
 * An erasure takes a minute. If Temporal was restored to before it, the sweep starts it again two minutes after it was last
 * at work.
 */
const longestMs = 240_000;
const lookEveryMs = 1000;

/** The names of subjects that are erased, in any text. */
const names = /gone-m\d+/g;

/**
 * Waits until the erasures are completed, and looks for what is left of their subjects, first in MongoDB: a request of a
 * subject after its erasure leaves a record of its own.
 */
export async function collectErasures(
  { client, db, temporal }: { client: ChaosClient; db: Database; temporal: Client },
  requested: readonly RequestedErasure[],
): Promise<ErasureEvidence[]> {
  const giveUpAt = Date.now() + longestMs;
  const found: ErasureEvidence[] = [];
  for (const { id, subject, quiet_at } of requested) {
    if (id === undefined || quiet_at === undefined) continue;
    const erasure = await completed(client, id, giveUpAt);
    const work = erasure.status === 'completed' ? {} : { work: await workOn(temporal, db, id) };
    found.push({ subject, erasure, quiet_at, left: [], ...work });
  }
  if (found.length === 0) return found;
  const documents = await documentsOf(db);
  for (const evidence of found) {
    const of = requested.find(({ subject }) => subject === evidence.subject);
    const left = of === undefined ? [] : await readable(client, of);
    evidence.left.push(...(documents.get(evidence.subject) ?? []), ...left);
  }
  return found;
}

async function completed(client: ChaosClient, id: string, giveUpAt: number): Promise<Erasure> {
  for (;;) {
    const erasure = await client.read<Erasure>(`/v1/erasures/${id}`);
    if (erasure.status === 'completed' || Date.now() > giveUpAt) return erasure;
    await sleep(lookEveryMs);
  }
}

/** The state of an erasure that does not end: its document, and Temporal's view of its workflow. */
async function workOn(temporal: Client, db: Database, id: string): Promise<object> {
  const document = await db.erasures.findOne({ _id: id });
  try {
    const { status, historyLength, raw } = await temporal.workflow
      .getHandle(erasureWorkflowId(id))
      .describe();
    const { pendingActivities, pendingWorkflowTask } = raw;
    return {
      document,
      workflow: { status: status.name, historyLength, pendingActivities, pendingWorkflowTask },
    };
  } catch (error) {
    return { document, workflow: String(error) };
  }
}

/** Every document of any collection that contains the name of an erased subject, by that name. */
async function documentsOf(db: Database): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const name of Object.keys(personalData) as (keyof typeof personalData)[]) {
    const documents = (await db[name].find({}).toArray()) as { _id: string }[];
    for (const document of documents) {
      for (const subject of new Set(JSON.stringify(document).match(names))) {
        found.set(subject, [...(found.get(subject) ?? []), `${name} ${document._id}`]);
      }
    }
  }
  return found;
}

/** The data of a subject that the API still returns. */
async function readable(
  client: ChaosClient,
  { subject, threads, messages }: RequestedErasure,
): Promise<string[]> {
  const left: string[] = [];
  for (const path of ['/v1/loom/threads', '/v1/loom/runs', '/v1/loom/approvals', '/v1/events']) {
    const items = await client.readAll(path, subject);
    if (items.length > 0) left.push(`GET ${path} with ${items.length} items`);
  }
  const runs = messages.flatMap(({ run_id }) => (run_id === undefined ? [] : [run_id]));
  const paths = [
    ...threads.flatMap(({ id }) => [`/v1/loom/threads/${id}`, `/v1/loom/threads/${id}/messages`]),
    ...runs.flatMap((id) => [`/v1/loom/runs/${id}`, `/v1/loom/runs/${id}/trace`]),
  ];
  for (const path of paths) {
    const { fate } = await client.send({ method: 'GET', path, subject, mayBe: ['not_found'] });
    if (fate.is === 'accepted') left.push(`GET ${path}`);
  }
  return left;
}
