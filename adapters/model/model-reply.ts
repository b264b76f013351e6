import { defined } from '#contract/defined.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import { type Json, type ModelCall, type ModelReply, plain } from '#engine/ports/model.ts';
import type { PreparedRequest } from './model-request.ts';
import { meaningOfEnd } from './ends.ts';
import { longestAnswer, type Turn } from './take-in.ts';
import { estimateReplyTokens, estimateRequestTokens, estimateTokens } from './token-estimate.ts';
import { withoutReasoning } from './without-reasoning.ts';

/** The reply to a request, as the engine and the trace know it. */
export function toReply(
  turn: Turn,
  { request, left_out, warnings: own }: PreparedRequest,
  sent: { [key: string]: Json },
): ModelReply {
  const { text, end, reasoning } = turn;
  const calls = request.words_only === true ? [] : turn.calls;
  const { inputTokens, outputTokens, inputTokenDetails } = end?.usage ?? {};
  const cached = countOf(inputTokenDetails?.cacheReadTokens) ?? 0;
  const warnings = [...own, ...turn.warnings, ...(end === undefined ? [tooLong] : [])];
  const input_tokens = countOf(inputTokens) ?? estimateRequestTokens(request);
  return {
    text,
    calls,
    input_tokens,
    ...(cached === 0 ? {} : { cached_input_tokens: Math.min(cached, input_tokens) }),
    output_tokens: countOf(outputTokens) ?? estimatedTokens(turn, calls),
    finish: finishOf(turn),
    ...defined({ reasoning, left_out }),
    request: withoutReasoning(sent, request.run),
    response: plain({
      id: end?.response.id,
      model: end?.response.modelId,
      finish_reason: end?.rawFinishReason ?? turn.finishReason,
      text,
      calls,
      usage: end?.usage.raw ?? null,
      ...(warnings.length === 0 ? {} : { warnings }),
    }),
  };
}

/** More tokens than any turn has. */
const mostTokens = 100_000_000;

/**
 * A provider's count of tokens, which is charged; undefined if it can be none. SDKs pass on whatever number a gateway reports, and a
 * negative one would be paid out.
 */
function countOf(tokens: number | undefined): number | undefined {
  return Number.isInteger(tokens) && tokens !== undefined && tokens >= 0 && tokens <= mostTokens
    ? tokens
    : undefined;
}

const tooLong = { type: 'other', message: 'the answer was too long, and its rest was not read' };

function estimatedTokens({ text, reasoning, end }: Turn, calls: ModelCall[]): number {
  return end === undefined
    ? estimateTokens(longestAnswer)
    : estimateReplyTokens({ text: text + (reasoning?.text ?? ''), calls });
}

/** Finish reasons of a reply in which the model declined. Other reasons about content come from a filter. */
const refusals = new Set<string | undefined>(['refusal', 'stop', undefined]);

/** How the model ended a turn. What is not known is taken for an end of its own. */
function finishOf({ finishReason, end }: Turn): ReplyFinish {
  if (finishReason === 'length') return 'cut';
  if (finishReason !== 'content-filter') {
    const isProvidersOwn = finishReason === 'other' || finishReason === 'tool-calls';
    const meaning = isProvidersOwn ? meaningOfEnd(end?.rawFinishReason) : undefined;
    return meaning === 'cut' || meaning === 'filtered' ? meaning : 'finished';
  }
  // OpenAI ends a refusal like any other reply, and the SDK reports it as filtered.
  return refusals.has(end?.rawFinishReason) ? 'refused' : 'filtered';
}
