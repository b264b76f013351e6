import { frame } from './model-server.ts';
import type { ScriptedReply } from './scripted-reply.ts';

const DONE = 'data: [DONE]\n\n';

/** Frames of `POST /chat/completions` with `stream: true`. Thoughts are in words, as with DeepSeek. */
export function openaiChatFrames({ thoughts, text, calls, usage, refusal, stop }: ScriptedReply): string[] {
  const frames = [chunk({ role: 'assistant', content: '' })];
  for (const { words = [] } of thoughts ?? []) {
    for (const reasoning_content of words) frames.push(chunk({ reasoning_content }));
  }
  for (const content of text ?? []) frames.push(chunk({ content }));
  for (const part of refusal ?? []) frames.push(chunk({ refusal: part }));
  for (const [index, { id, name, json }] of (calls ?? []).entries()) {
    frames.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
    for (const part of json) frames.push(chunk({ tool_calls: [{ index, function: { arguments: part } }] }));
  }
  frames.push(chunk({}, stop ?? (calls === undefined ? 'stop' : 'tool_calls')));
  if (usage !== undefined) {
    const { input, output, cached } = usage;
    frames.push(
      frame({
        ...base,
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
        },
      }),
    );
  }
  return [...frames, DONE];
}

/** The body of a failed request. */
export function openaiError(type: string, message: string, code: string | null = null): unknown {
  return { error: { message, type, param: null, code } };
}

const base = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'local-test',
};

function chunk(delta: object, finish_reason: string | null = null): string {
  return frame({ ...base, choices: [{ index: 0, delta, finish_reason }] });
}
