import type { ModelSettings } from '#contract/model-settings.ts';
import type { ModelError, ModelRequest } from '#engine/ports/model.ts';
import type { Wire } from './ai-sdk-messages.ts';
import { withoutRefused } from './model-settings.ts';
import { estimateInput, fitContext, type FittedRequest } from './fit-context.ts';
import { hasAllReasoning } from './kept-reasoning.ts';

/** The part of a model's room that is kept for its reply, if nobody says how long that may be. */
const replyShare = 0.1;
/** How often a request is shortened for a model that finds it too long. Each time, to half of its length. */
const mostShortenings = 4;

/** A request as it is sent, and what it was changed in. */
export interface PreparedRequest extends FittedRequest {
  warnings: { type: 'other'; message: string }[];
  shortenings: number;
}

/** The properties of a model that shape its requests. */
export interface RequestOptions extends Pick<Wire, 'source'> {
  /** The most tokens of a reply of a request that names none. Default: the provider's or the SDK's own. */
  defaultOutputTokens?: number | undefined;
  /** The model refuses an effort unless it gets back what was thought in each of the run's turns. */
  effortNeedsReasoning?: boolean;
  /** How many tokens the model can read and write in one turn. Default: not known. */
  contextTokens?: number | undefined;
}

/** A request as the model is first asked: as much of it as the model has room for, and no setting that it would refuse. */
export function firstRequest(request: ModelRequest, options: RequestOptions): PreparedRequest {
  const { contextTokens, defaultOutputTokens, source = '' } = options;
  const warnings: PreparedRequest['warnings'] = [];
  let { settings = {} } = request;
  if (settings.effort !== undefined && options.effortNeedsReasoning === true) {
    const turns = request.run.filter((message) => message.role === 'assistant');
    if (!hasAllReasoning(turns, source)) {
      const { effort: _, ...others } = settings;
      settings = others;
      warnings.push(warning('effort', 'this model cannot read the reasoning of earlier turns'));
    }
  }
  const reply = settings.max_output_tokens ?? defaultOutputTokens ?? (contextTokens ?? 0) * replyShare;
  const whole = { ...request, settings };
  const fitted =
    contextTokens === undefined
      ? { request: whole }
      : fitContext(whole, contextTokens - Math.min(reply, contextTokens / 2));
  return { ...fitted, warnings, shortenings: 0 };
}

/** The next request to a provider that has refused the last one; undefined if no other would succeed. */
export function nextRequest(asked: PreparedRequest, error: ModelError): PreparedRequest | undefined {
  const { request, warnings, shortenings } = asked;
  const without = withoutRefused(request, error);
  if (without !== undefined) {
    const refused = without.refused.map((name) => warning(name, 'this model does not accept it'));
    return { ...asked, request: without.request, warnings: [...warnings, ...refused] };
  }
  if (error.code !== 'prompt_too_long' || shortenings >= mostShortenings) return undefined;
  const shorter = fitContext(request, estimateInput(request) / 2);
  if (shorter.left_out === undefined) return undefined;
  const before = asked.left_out ?? { messages: 0, characters: 0 };
  const { messages, characters } = shorter.left_out;
  return {
    request: shorter.request,
    left_out: { messages: before.messages + messages, characters: before.characters + characters },
    warnings,
    shortenings: shortenings + 1,
  };
}

function warning(setting: keyof ModelSettings, why: string): PreparedRequest['warnings'][number] {
  return { type: 'other', message: `${setting} was left out: ${why}` };
}
