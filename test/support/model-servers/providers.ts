import { createModels } from '#adapters/model/models.ts';
import type { Provider } from '#adapters/model/model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { bedrockFrames } from '#tools/dev/stand-ins/model-servers/bedrock.ts';
import { googleFrames } from '#tools/dev/stand-ins/model-servers/google.ts';
import { mistralFrames } from '#tools/dev/stand-ins/model-servers/mistral.ts';
import type { Frame } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { openaiChatFrames } from '#tools/dev/stand-ins/model-servers/openai-chat.ts';
import { openaiResponsesFrames } from '#tools/dev/stand-ins/model-servers/openai-responses.ts';
import type { ScriptedReply } from '#tools/dev/stand-ins/model-servers/scripted-reply.ts';

/** The key that the models are given; it must not show up anywhere but in a header. */
export const apiKey = 'sk-secret';

/** The wire format of each provider's stand-in. */
export const wires: { provider: Provider; frames: (reply: ScriptedReply) => Frame[] }[] = [
  { provider: 'anthropic', frames: anthropicFrames },
  { provider: 'openai', frames: openaiResponsesFrames },
  { provider: 'openai-compatible', frames: openaiChatFrames },
  { provider: 'google', frames: googleFrames },
  { provider: 'bedrock', frames: bedrockFrames },
  { provider: 'mistral', frames: mistralFrames },
];

/** The provider's model `org/model:1`, or another one, reached at `url`. */
export function modelAt(
  url: string,
  provider: Provider,
  idleTimeoutMs?: number,
  { model = 'org/model:1', contextTokens }: { model?: string; contextTokens?: number } = {},
): Model {
  const account = { apiKey, baseUrl: `${url}/v1` };
  const fast = { provider, model, contextTokens };
  const accounts = {
    anthropic: account,
    openai: account,
    google: account,
    bedrock: { ...account, region: 'eu-central-1' },
    mistral: account,
  };
  return createModels({ fast, ...accounts, idleTimeoutMs }).get('fast');
}
