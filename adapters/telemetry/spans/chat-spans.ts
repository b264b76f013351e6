import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { isJsonObject } from '#contract/json.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { FailedTry } from '#engine/documents/model-try.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';
import type { Attributes, DescribedEvent, DescribedSpan } from './described-span.ts';
import { spanIdOf } from './ids.ts';
import { names } from './names.ts';
import { attributesOfRun } from './run-span.ts';

/** Providers by the names that the conventions have for them. Others have their own. */
const providerNames: Record<string, string> = {
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

const finishReasons = {
  finished: 'stop',
  cut: 'length',
  filtered: 'content_filter',
  refused: 'refusal',
} as const;

/** The span of a model turn with all its tries, as the conventions count them: from the first to the answer. */
export function chatSpan(
  run: RunDocument,
  turn: TurnDocument,
  message: Pick<MessageDocument, 'finish'> | undefined,
): DescribedSpan {
  const { tries = [], started_at, created_at, calls } = turn;
  const finish = calls.length > 0 ? 'tool_call' : finishReasons[message?.finish ?? 'finished'];
  return {
    ...chat(run, turn.seq, turn.model ?? turn.model_class),
    start: tries[0]?.at ?? started_at ?? created_at,
    end: created_at,
    attributes: {
      ...attributesOfChat(run, turn.seq, turn.model ?? turn.model_class),
      [names.modelClass]: turn.model_class,
      ...defined({ [names.responseModel]: responseModelOf(turn) }),
      [names.finishReasons]: [finish],
      [names.inputTokens]: turn.input_tokens,
      ...defined({ [names.cachedInputTokens]: turn.cached_input_tokens }),
      [names.outputTokens]: turn.output_tokens,
      [names.cost]: toCredits(turn.cost),
      [names.attempts]: tries.length + 1,
    },
    events: tries.map(tryEvent),
  };
}

/** No model has a longer name, and a gateway may answer with anything. */
const longestModelName = 200;

/** The model that the provider says has answered, which may be a dated version of the one that was asked for. */
function responseModelOf({ response }: TurnDocument): string | undefined {
  const answer = fromJsonText(response);
  const model = isJsonObject(answer) ? answer['model'] : undefined;
  return typeof model === 'string' && model.length <= longestModelName ? model : undefined;
}

/** The span of a turn that no model has given: the run ended first. */
export function failedChatSpan(run: RunDocument, tries: readonly [FailedTry, ...FailedTry[]]): DescribedSpan {
  const last = tries.at(-1) ?? tries[0];
  const turn = run.turn_count + 1;
  const model = last.model ?? 'unknown';
  return {
    ...chat(run, turn, model),
    start: tries[0].at,
    end: new Date(last.at.getTime() + last.duration_ms),
    attributes: { ...attributesOfChat(run, turn, model), [names.attempts]: tries.length },
    error: last.code,
    events: tries.map(tryEvent),
  };
}

function chat(run: RunDocument, turn: number, model: string): Pick<DescribedSpan, 'id' | 'name' | 'kind'> {
  return { id: spanIdOf(run._id, `chat ${turn}`), name: `chat ${splitModel(model).model}`, kind: 'client' };
}

function attributesOfChat(run: RunDocument, turn: number, chosen: string): Attributes {
  const { provider, model } = splitModel(chosen);
  return {
    [names.operation]: 'chat',
    [names.provider]: provider,
    [names.model]: model,
    ...attributesOfRun(run),
    [names.turn]: turn,
  };
}

/** `provider:model`, where a model may have colons of its own. A class without a provider, such as `scripted`, is both. */
function splitModel(chosen: string): { provider: string; model: string } {
  const colon = chosen.indexOf(':');
  if (colon < 0) return { provider: chosen, model: chosen };
  const provider = chosen.slice(0, colon);
  return { provider: providerNames[provider] ?? provider, model: chosen.slice(colon + 1) };
}

function tryEvent({ at, code, status, model }: FailedTry): DescribedEvent {
  return {
    name: 'attempt_failed',
    at,
    attributes: {
      [names.error]: code,
      ...defined({ [names.httpStatus]: status, [names.model]: model && splitModel(model).model }),
    },
  };
}
