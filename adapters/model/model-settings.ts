import { defined } from '#contract/defined.ts';
import type { ModelSettings } from '#contract/model-settings.ts';
import type { ModelError, ModelRequest } from '#engine/ports/model.ts';

/** How a model's error names a setting that it does not take. */
const names: Record<keyof ModelSettings, RegExp> = {
  max_output_tokens: /max_?(?:imum_?)?(?:output|completion|new)?_?tokens/i,
  temperature: /temperature/i,
  effort: /reasoning|thinking|effort/i,
};

/** The settings of a request as the AI SDK takes them. It maps the effort to what the model knows: a level or a budget. */
export function toSdkSettings(
  { max_output_tokens, temperature, effort }: ModelSettings,
  defaultOutputTokens: number | undefined,
) {
  return defined({
    maxOutputTokens: max_output_tokens ?? defaultOutputTokens,
    temperature,
    reasoning: effort,
  });
}

/** A request without settings that its model does not take, and what they were. */
export interface WithoutRefused {
  request: ModelRequest;
  refused: (keyof ModelSettings)[];
}

/**
 * The request without the settings for which a provider has refused it: an agent may have settings that its model does
 * not support, and the run continues without them. Undefined if the refusal was not about a setting.
 */
export function withoutRefused(request: ModelRequest, error: ModelError): WithoutRefused | undefined {
  if (error.code !== 'rejected' || (error.status !== 400 && error.status !== 422)) return undefined;
  const settings = { ...request.settings };
  const words = error.words ?? '';
  const refused = (Object.keys(settings) as (keyof ModelSettings)[]).filter((name) =>
    names[name].test(words),
  );
  if (refused.length === 0) return undefined;
  for (const name of refused) delete settings[name];
  return { request: { ...request, settings }, refused };
}
