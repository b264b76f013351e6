import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import { shortenedResult } from '#contract/shortened-result.ts';
import type { ToolCallForModel } from '../ports/conversation-store.ts';
import type { Json, ModelCall, ModelCallResult, ModelMessage } from '../ports/model.ts';
import { argsForModel } from '../rules/filled-arguments.ts';
import { momentInWords } from '../rules/moment.ts';
import { modelCallId } from '../rules/model-call-id.ts';
import { resultForModel } from '../rules/result-for-model.ts';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

/** A call as the model made it. */
export type MadeCall = Omit<ModelCall, 'id'> & {
  /** Its place among those of its turn. Default: its place in the list. */
  index?: number;
};

/**
 * A turn with the results of its calls, for later turns.
 * @param runSeq the position of the message that opened the run
 * @param output the model's output, and its calls in order
 * @param calls the stored calls of the turn, with those that have replaced others
 * @param timeZone by which the model is shown when people responded
 */
export function turnMessages(
  runSeq: number,
  {
    seq,
    calls: made,
    ...output
  }: Omit<AssistantMessage, 'calls' | 'role'> & { seq: number; calls: MadeCall[] },
  calls: ToolCallForModel[],
  timeZone: string,
): ModelMessage[] {
  // A call that an approver has revised has one result: that it was declined, and what came of those that took its place.
  const results = calls.filter(({ revised_from }) => revised_from === undefined);
  const successors = new Map(
    calls.flatMap((call) => (call.revised_from === undefined ? [] : [[call.revised_from, call] as const])),
  );
  const assistant: AssistantMessage = { role: 'assistant', ...output };
  if (made.length > 0) {
    assistant.calls = made.map(({ index, ...call }, place) => ({
      id: modelCallId(runSeq, { turn_seq: seq, index: index ?? place }),
      ...call,
    }));
  }
  if (results.length === 0) return [assistant];
  const ofCalls = results.map((call) => ({
    call_id: modelCallId(runSeq, call),
    name: call.name,
    ...resultOf(call, successors, timeZone),
  }));
  return [assistant, { role: 'tool', results: ofCalls }];
}

/** The result of a call, with the call that took its place, and whether the last of them failed. */
function resultOf(
  call: ToolCallForModel,
  successors: ReadonlyMap<string, ToolCallForModel>,
  timeZone: string,
): Pick<ModelCallResult, 'result' | 'failed' | 'at'> {
  const chain: ToolCallForModel[] = [];
  for (let next: ToolCallForModel | undefined = call; next !== undefined; next = successors.get(next._id)) {
    chain.push(next);
  }
  const last = chain.at(-1);
  // A report about it may exist only since its run has ended.
  const failed = last?.status === 'failed' && last.outcome?.state !== 'occurred';
  const [result, ...revised] = chain.map(shownResult);
  const time = chain.map(respondedAt).findLast((each) => each !== undefined);
  const at = time === undefined ? {} : { at: momentInWords(time, timeZone) };
  if (revised.length === 0) return { result: result as Json, failed, ...at };
  const made = revised.map((each, index) => ({ args: argsForModel(chain[index + 1]), result: each }));
  return { result: { ...(result as { [key: string]: Json }), revised: made }, failed, ...at };
}

/** When a person has answered, decided, or reported what came of a call, which the time of a message does not tell. */
function respondedAt({
  interaction,
  status,
  decision,
  outcome,
  finished_at,
}: ToolCallForModel): Date | undefined {
  const answered = interaction === 'interactive' && status === 'ok' ? finished_at : undefined;
  return outcome?.created_at ?? decision?.created_at ?? answered;
}

function shownResult({ result, ...call }: ToolCallForModel): Json {
  if (typeof result === 'number') return resultForModel(call, shortenedResult(knownOf(call), result)) as Json;
  return resultForModel({ ...call, ...defined({ result }) }) as Json;
}

/** The known part of a result that was not read. */
function knownOf({ status, error, outcome, gate }: ToolCallForModel): JsonObject {
  const isDeclined = status === 'failed' && error === undefined && gate !== null;
  return {
    ...defined({ error, outcome }),
    ...(isDeclined ? { declined: true } : {}),
  };
}
