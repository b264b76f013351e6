import { createModels } from '#adapters/model/models.ts';
import type { Provider } from '#adapters/model/model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import { anthropicFrames } from '#dev/stand-ins/model-servers/anthropic.ts';
import { openaiChatFrames } from '#dev/stand-ins/model-servers/openai-chat.ts';
import { openaiResponsesFrames } from '#dev/stand-ins/model-servers/openai-responses.ts';
import type { ScriptedReply } from '#dev/stand-ins/model-servers/scripted-reply.ts';

/** The key that the models are given; it must not show up anywhere but in a header. */
export const apiKey = 'sk-secret';

/** What each provider's stand-in puts on the wire. */
export const wires: {
  provider: Exclude<Provider, 'google' | 'bedrock' | 'mistral'>;
  frames: (reply: ScriptedReply) => string[];
}[] = [
  { provider: 'anthropic', frames: anthropicFrames },
  { provider: 'openai', frames: openaiResponsesFrames },
  { provider: 'openai-compatible', frames: openaiChatFrames },
];

/** The provider's model `org/model:1`, reached at `url`. */
export function modelAt(url: string, provider: Provider, idleTimeoutMs?: number): Model {
  const account = { apiKey, baseUrl: `${url}/v1` };
  const fast = { provider, model: 'org/model:1' };
  return createModels({ fast, anthropic: account, openai: account, idleTimeoutMs }).get('fast');
}
