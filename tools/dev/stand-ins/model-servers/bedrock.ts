import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';
import type { ScriptedReply } from './scripted-reply.ts';

const codec = new EventStreamCodec(toUtf8, fromUtf8);

/** Frames of Bedrock's `/converse-stream`, in AWS's binary event streams. A thought without words is a redacted one. */
export function bedrockFrames({ thoughts, text, calls, usage }: ScriptedReply): Uint8Array[] {
  const frames = [bedrockFrame('messageStart', { role: 'assistant' })];
  let contentBlockIndex = 0;
  const end = () => {
    frames.push(bedrockFrame('contentBlockStop', { contentBlockIndex }));
    contentBlockIndex += 1;
  };
  const delta = (each: object) =>
    frames.push(bedrockFrame('contentBlockDelta', { contentBlockIndex, delta: each }));
  for (const { words, opaque } of thoughts ?? []) {
    for (const each of words ?? []) delta({ reasoningContent: { text: each } });
    delta({ reasoningContent: words === undefined ? { redactedContent: opaque } : { signature: opaque } });
    end();
  }
  if (text !== undefined) {
    for (const each of text) delta({ text: each });
    end();
  }
  for (const { id, name, json } of calls ?? []) {
    frames.push(
      bedrockFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId: id, name } } }),
    );
    for (const input of json) delta({ toolUse: { input } });
    end();
  }
  const { input = 0, output = 0, cached } = usage ?? {};
  return [
    ...frames,
    bedrockFrame('messageStop', { stopReason: calls === undefined ? 'end_turn' : 'tool_use' }),
    bedrockFrame('metadata', {
      usage: {
        inputTokens: input - (cached ?? 0),
        outputTokens: output,
        totalTokens: input + output,
        ...(cached === undefined ? {} : { cacheReadInputTokens: cached }),
      },
      metrics: { latencyMs: 1 },
    }),
  ];
}

/** One event of the stream. */
export function bedrockFrame(type: string, body: object, kind: 'event' | 'exception' = 'event'): Uint8Array {
  const text = (value: string) => ({ type: 'string' as const, value });
  return codec.encode({
    headers: {
      [`:${kind}-type`]: text(type),
      ':content-type': text('application/json'),
      ':message-type': text(kind),
    },
    body: fromUtf8(JSON.stringify(body)),
  });
}
