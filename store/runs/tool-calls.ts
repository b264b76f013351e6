import {
  type TextOrLength,
  type ToolCallForModel,
  callFieldsForModel,
} from '#engine/ports/conversation-store.ts';
import type { MarkedCall } from '#engine/ports/run-store.ts';
import { withTry } from '#engine/rules/call-tries.ts';
import { noteCharacters } from '#engine/rules/call-notes.ts';
import { defined } from '#contract/defined.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { AttemptEnd, CallTryRecord, ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Database } from '../mongo/database.ts';
import { asRead } from '../mongo/as-read.ts';
import { newestWithin, textOrLength } from '../mongo/newest-within.ts';
import { singleWrite } from '../mongo/time-limit.ts';

/**
 * A run's calls, in the order of turns and, within a turn, in the model's order. The requests to hosts, which are as
 * long as the arguments, are not read, and of a long run only the newest results, with what people have said of their calls.
 * @param characters the longest total of these that is read
 */
export async function listToolCallsForModel(
  db: Database,
  runId: string,
  characters: number,
): Promise<ToolCallForModel[]> {
  const { documents, rest } = await newestWithin(
    db.tool_calls
      .find<Omit<ToolCallForModel, 'result'> & { result?: JsonText }>(
        { run_id: runId },
        { projection: callFieldsForModel },
      )
      .sort({ turn_seq: -1, index: -1 }),
    ({ result = '', ...call }) => result.length + noteCharacters(call),
    characters,
  );
  if (rest === undefined) return documents.toReversed();
  const older = await db.tool_calls
    .aggregate<ToolCallForModel>([
      upTo(runId, rest),
      { $sort: { turn_seq: 1, index: 1 } },
      { $project: { ...callFieldsForModel, result: textOrLength('$result') } },
      { $unset: details },
    ])
    .toArray();
  return [...older, ...documents.toReversed()];
}

/**
 * People's notes on a call, for which there may be no room. They are all that a model gets of approvals before the
 * last.
 */
export const details = ['approvals', 'decision.detail', 'outcome.detail'];

/** Selects the calls of a run up to one of them. */
function upTo(runId: string, { turn_seq, index }: Pick<ToolCallDocument, 'turn_seq' | 'index'>) {
  const $or = [{ turn_seq: { $lt: turn_seq } }, { turn_seq, index: { $lte: index } }];
  return { $match: { run_id: runId, $or } };
}

/** A call as a trace shows it, without the texts for which there is no room. */
export type ToolCallForTrace = Omit<
  ToolCallDocument,
  'args' | 'result' | 'request' | 'decision' | 'outcome'
> & {
  args: TextOrLength<JsonText>;
  result?: TextOrLength<JsonText>;
  request?: TextOrLength<JsonText>;
  decision?: WithDetail<NonNullable<ToolCallDocument['decision']>>;
  outcome?: WithDetail<NonNullable<ToolCallDocument['outcome']>>;
};

type WithDetail<Report> = Omit<Report, 'detail'> & { detail?: TextOrLength<JsonText> };

/**
 * A run's calls, in the order of turns and, within a turn, in the model's order. Only the newest calls of a long run
 * have their texts.
 * @param characters the longest total of the texts that are read
 */
export async function listToolCallsForTrace(
  db: Database,
  runId: string,
  characters: number,
): Promise<ToolCallForTrace[]> {
  const { documents, rest } = await newestWithin(
    db.tool_calls.find({ run_id: runId }, { projection: { shown: 0 } }).sort({ turn_seq: -1, index: -1 }),
    charactersOf,
    characters,
  );
  if (rest === undefined) return documents.toReversed();
  const older = await db.tool_calls
    .aggregate<ToolCallForTrace & Details>([
      upTo(runId, rest),
      { $sort: { turn_seq: 1, index: 1 } },
      {
        $set: {
          args: textOrLength('$args'),
          result: textOrLength('$result'),
          request: textOrLength('$request'),
          decision_detail: textOrLength('$decision.detail'),
          outcome_detail: textOrLength('$outcome.detail'),
        },
      },
      {
        $unset: [
          'decision.detail',
          'outcome.detail',
          'lapsed_decisions.detail',
          'approvals.detail',
          'withdrawn_decisions.detail',
          'sending',
          'shown',
        ],
      },
    ])
    .toArray();
  return [...older.map(withDetails), ...documents.toReversed()];
}

/** Read separately, because `$set` would otherwise create the reports to which they belong. */
interface Details {
  decision_detail?: TextOrLength<JsonText>;
  outcome_detail?: TextOrLength<JsonText>;
}

function withDetails({
  decision_detail,
  outcome_detail,
  decision,
  outcome,
  ...call
}: ToolCallForTrace & Details): ToolCallForTrace {
  return {
    ...call,
    ...(decision === undefined ? {} : { decision: withDetail(decision, decision_detail) }),
    ...(outcome === undefined ? {} : { outcome: withDetail(outcome, outcome_detail) }),
  };
}

function withDetail<Report extends object>(report: Report, detail: TextOrLength<JsonText> | undefined) {
  return detail === undefined ? report : { ...report, detail };
}

function charactersOf(call: ToolCallDocument): number {
  const { args, result, request, decision, outcome } = call;
  const { approvals = [], lapsed_decisions = [], withdrawn_decisions = [] } = call;
  const others = [...approvals, ...lapsed_decisions, ...withdrawn_decisions].map(({ detail }) => detail);
  const texts = [args, result, request, decision?.detail, outcome?.detail, ...others];
  return texts.reduce((sum, text = '' as JsonText) => sum + text.length, 0);
}

/**
 * The calls of one turn, in the model's order, without their results, their requests to hosts and what people see of them: each of 64
 * calls reads all 64, and each result can be 1 MiB long.
 */
export async function listTurnCalls(
  db: Database,
  runId: string,
  turn: number,
): Promise<Omit<ToolCallDocument, 'result' | 'request' | 'shown'>[]> {
  return await db.tool_calls
    .find({ run_id: runId, turn_seq: turn }, { projection: { result: 0, request: 0, shown: 0 } })
    .sort({ index: 1 })
    .toArray();
}

/**
 * A call of a run by its place in the trace.
 * @param turn `seq` of its turn
 * @param place its position among the calls of the turn, from 1
 */
export async function findToolCallAt(
  db: Database,
  runId: string,
  { turn, place }: { turn: number; place: number },
): Promise<ToolCallDocument | undefined> {
  const calls = db.tool_calls
    .find({ run_id: runId, turn_seq: turn }, { projection: { shown: 0 } })
    .sort({ index: 1 });
  const [call] = await calls
    .skip(place - 1)
    .limit(1)
    .toArray();
  return call;
}

/** A call of a run, of any turn. */
export async function findToolCall(
  db: Database,
  runId: string,
  id: string,
): Promise<ToolCallDocument | undefined> {
  const one = { _id: id, run_id: runId };
  return (await db.tool_calls.findOne(one, { projection: { shown: 0 } })) ?? undefined;
}

/** The run of a call, and whether the call waits for a person's answer or for an outcome; null if there is no such call. */
export async function findRunOfCall(
  db: Database,
  id: string,
): Promise<Pick<ToolCallDocument, 'run_id' | 'interaction'> | null> {
  return await db.tool_calls.findOne({ _id: id }, { projection: { _id: 0, run_id: 1, interaction: 1 } });
}

/**
 * Takes a mark back of an attempt that has sent nothing and will send nothing. Does nothing if the call has another mark.
 * @param before the call as it was read before it was marked
 */
export async function unmark(
  db: Database,
  { _id, sending: { by, attempts } }: MarkedCall,
  before: ToolCallDocument,
): Promise<void> {
  const { sending, tries, effect_claim } = before;
  const isUnset = { sending, tries, effect_claim };
  const unset = Object.entries(isUnset).flatMap(([field, value]) =>
    value === undefined ? [[field, '']] : [],
  );
  await db.tool_calls.updateOne(
    {
      _id,
      status: 'pending',
      'sending.attempts': attempts,
      'sending.in_flight': true,
      ...defined({ 'sending.by': by }),
    },
    {
      $set: { ...defined({ sending, tries, effect_claim }) },
      ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset) as Record<string, ''> }),
    },
    singleWrite,
  );
}

/**
 * Stores the result of an attempt that may be followed by another one. Does nothing if the call was resolved meanwhile.
 * @param mayHaveActed whether the host may have acted on it
 * @param tried the attempt as the trace shows it
 */
export async function markAttempted(
  db: Database,
  call: ToolCallDocument,
  last: AttemptEnd,
  { mayHaveActed, tried }: { mayHaveActed: boolean; tried: CallTryRecord },
): Promise<void> {
  const sent = mayHaveActed ? { 'sending.sent': last } : {};
  await db.tool_calls.updateOne(
    { _id: call._id, status: 'pending', ...asRead(call) },
    { $set: { 'sending.in_flight': false, 'sending.last': last, ...sent, tries: withTry(call, tried) } },
    singleWrite,
  );
}
