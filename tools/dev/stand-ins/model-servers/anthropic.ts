import { frame } from './model-server.ts';
import type { ScriptedReply } from './scripted-reply.ts';

/** Frames of `POST /v1/messages` with `stream: true`. A thought without words is a redacted one. */
export function anthropicFrames({ thoughts, text, calls, usage, stop }: ScriptedReply): string[] {
  const frames = [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-test-20260101',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: (usage?.input ?? 0) - (usage?.cached ?? 0),
          ...(usage?.cached === undefined ? {} : { cache_read_input_tokens: usage.cached }),
          output_tokens: 1,
        },
      },
    }),
    event('ping', {}),
  ];
  let index = 0;
  for (const { words, opaque } of thoughts ?? []) {
    const content_block =
      words === undefined
        ? { type: 'redacted_thinking', data: opaque }
        : { type: 'thinking', thinking: '', signature: '' };
    frames.push(event('content_block_start', { index, content_block }));
    for (const thinking of words ?? []) {
      frames.push(event('content_block_delta', { index, delta: { type: 'thinking_delta', thinking } }));
    }
    if (words !== undefined) {
      const delta = { type: 'signature_delta', signature: opaque };
      frames.push(event('content_block_delta', { index, delta }));
    }
    frames.push(event('content_block_stop', { index }));
    index += 1;
  }
  if (text !== undefined) {
    frames.push(event('content_block_start', { index, content_block: { type: 'text', text: '' } }));
    for (const part of text) {
      frames.push(event('content_block_delta', { index, delta: { type: 'text_delta', text: part } }));
    }
    frames.push(event('content_block_stop', { index }));
    index += 1;
  }
  for (const { id, name, json } of calls ?? []) {
    const content_block = { type: 'tool_use', id, name, input: {} };
    frames.push(event('content_block_start', { index, content_block }));
    for (const partial_json of json) {
      frames.push(event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }));
    }
    frames.push(event('content_block_stop', { index }));
    index += 1;
  }
  const stop_reason = stop ?? (calls === undefined ? 'end_turn' : 'tool_use');
  return [
    ...frames,
    event('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage?.output ?? 0 },
    }),
    event('message_stop', {}),
  ];
}

/** The frame of an error within a stream. */
export function anthropicErrorFrame(type: string, message: string): string {
  return event('error', { error: { type, message } });
}

/** The body of a failed request. */
export function anthropicError(type: string, message: string): unknown {
  return { type: 'error', error: { type, message } };
}

function event(type: string, data: object): string {
  return frame({ type, ...data }, type);
}
