import type { TextOrLength, TurnForModel } from '#engine/ports/conversation-store.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';
import type { Database } from '../mongo/database.ts';
import { newestWithin, textOrLength } from '../mongo/newest-within.ts';

/** A turn as a trace shows it, without the texts for which there is no room. */
export type TurnForTrace = Omit<TurnDocument, 'request' | 'response'> & {
  request: TextOrLength<JsonText>;
  response: TextOrLength<JsonText>;
};

/**
 * A run's turns in order. Only the newest turns of a long run have their payloads.
 * @param characters the longest total of the payloads that are read
 */
export async function listTurnsForTrace(
  db: Database,
  runId: string,
  characters: number,
): Promise<TurnForTrace[]> {
  const { documents, rest } = await newestWithin(
    db.turns.find({ run_id: runId }).sort({ seq: -1 }),
    ({ request, response }) => request.length + response.length,
    characters,
  );
  if (rest === undefined) return documents.toReversed();
  const older = await db.turns
    .aggregate<TurnForTrace>([
      { $match: { run_id: runId, seq: { $lte: rest.seq } } },
      { $sort: { seq: 1 } },
      { $set: { request: textOrLength('$request'), response: textOrLength('$response') } },
    ])
    .toArray();
  return [...older, ...documents.toReversed()];
}

/** A run's turns in order, without their payloads, which can be hundreds of megabytes for a long run. */
export async function listTurnsForModel(db: Database, runId: string): Promise<TurnForModel[]> {
  return await db.turns
    .find({ run_id: runId }, { projection: { _id: 0, seq: 1, text: 1, shown: 1, reply_faults: 1, calls: 1 } })
    .sort({ seq: 1 })
    .toArray();
}
