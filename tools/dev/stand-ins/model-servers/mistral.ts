import { frame } from './model-server.ts';
import type { ScriptedReply } from './scripted-reply.ts';

/** Frames of Mistral's `POST /v1/chat/completions` with `stream: true`. Thoughts are in words, and calls come whole. */
export function mistralFrames({ thoughts, text, calls, usage }: ScriptedReply): string[] {
  const frames = [chunk({ role: 'assistant', content: '' })];
  for (const { words = [] } of thoughts ?? []) {
    for (const each of words) {
      const thinking = [{ type: 'text', text: each }];
      frames.push(chunk({ content: [{ type: 'thinking', thinking }] }));
    }
  }
  for (const content of text ?? []) frames.push(chunk({ content }));
  for (const [index, { id, name, json }] of (calls ?? []).entries()) {
    frames.push(chunk({ tool_calls: [{ index, id, function: { name, arguments: json.join('') } }] }));
  }
  const { input, output, cached } = usage ?? { input: 0, output: 0 };
  const counted = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === undefined ? {} : { num_cached_tokens: cached }),
  };
  frames.push(chunk({ content: '' }, calls === undefined ? 'stop' : 'tool_calls', { usage: counted }));
  return [...frames, 'data: [DONE]\n\n'];
}

function chunk(delta: object, finish_reason: string | null = null, more: object = {}): string {
  return frame({
    id: 'cmpl-1',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'mistral-test',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
}
