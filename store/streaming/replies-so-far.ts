import { replyText } from '#engine/rules/reply-text.ts';
import { deltaEvent } from '#engine/rules/events.ts';
import type { Database } from '../mongo/database.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import { newId } from '../mongo/ids.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';

/** The most paused runs of one thread that are read, newest first. */
const pausedRuns = 20;

/** The text of an open run's recorded turns, as a delta of its reply. */
export interface ReplySoFar {
  run_id: string;
  /** Whether the run's next turn is due or in progress, so that a worker may have more of the reply than is stored. */
  speaking: boolean;
  /** Absent if they said nothing. */
  delta?: EventDocument;
}

/** The stored part of the replies in progress on a thread: of the run that works and of paused ones. */
export async function readRepliesSoFar(db: Database, threadId: string): Promise<ReplySoFar[]> {
  const thread = await db.threads.findOne(
    { _id: threadId },
    { projection: { active_runs: { $slice: 1 }, pauses: { $slice: -pausedRuns } } },
  );
  if (thread === null) return [];
  const ids = [...thread.active_runs.slice(0, 1), ...thread.pauses.map(({ run_id }) => run_id)];
  if (ids.length === 0) return [];
  const runs = await db.runs.find({ _id: { $in: ids } }).toArray();
  const [texts, speaking] = await Promise.all([readTexts(db, runs), findSpeaking(db, runs)]);
  return runs.map((run) => {
    const text = replyText(texts.get(run._id) ?? []);
    const found = { run_id: run._id, speaking: speaking.has(run._id) };
    if (text === '') return found;
    return {
      ...found,
      delta: deltaEvent(run, { message_id: replyId(run._id), index: 0, text }, { now: new Date(), newId }),
    };
  });
}

/** The text of a run's recorded turns, as its reply has it. */
export async function readTextSoFar(db: Database, run: RunDocument): Promise<string> {
  const texts = await readTexts(db, [run]);
  return replyText(texts.get(run._id) ?? []);
}

/** The text of a run up to the turn that made a call; undefined if the call is not kept. */
export async function readTextUpTo(db: Database, callId: string): Promise<string | undefined> {
  const made = { projection: { run_id: 1, turn_seq: 1 } } as const;
  const call = await db.tool_calls.findOne({ _id: callId }, made);
  if (call === null) return undefined;
  const turns = await db.turns
    .find({ run_id: call.run_id, seq: { $lte: call.turn_seq } }, { projection: shownTexts, sort: { seq: 1 } })
    .toArray();
  return replyText(turns.map(shownText));
}

/** The runs that are working, and not on calls. */
async function findSpeaking(db: Database, runs: RunDocument[]): Promise<Set<string>> {
  const speaking = new Set<string>();
  for (const { _id, state, turn_count } of runs) {
    if (state !== 'running') continue;
    const pending = { run_id: _id, turn_seq: turn_count, status: 'pending' } as const;
    const call = await db.tool_calls.findOne(pending, { projection: { _id: 1 } });
    if (call === null) speaking.add(_id);
  }
  return speaking;
}

/** The texts of runs, by run. */
async function readTexts(db: Database, runs: RunDocument[]): Promise<Map<string, string[]>> {
  const ids = runs.filter(({ turn_count }) => turn_count > 0).map(({ _id }) => _id);
  const texts = new Map<string, string[]>();
  if (ids.length === 0) return texts;
  const turns = db.turns.find(
    { run_id: { $in: ids } },
    { projection: shownTexts, sort: { run_id: 1, seq: 1 } },
  );
  for await (const turn of turns) {
    const said = texts.get(turn.run_id);
    if (said === undefined) texts.set(turn.run_id, [shownText(turn)]);
    else said.push(shownText(turn));
  }
  return texts;
}

const shownTexts = { run_id: 1, text: 1, shown: 1 } as const;

function shownText({ text, shown = text }: Pick<TurnDocument, 'text' | 'shown'>): string {
  return shown;
}
