import { frame } from './model-server.ts';
import type { ScriptedReply } from './scripted-reply.ts';

/** The frame of a response that has failed. */
export function openaiFailedFrame(code: string, message: string): string {
  const response = { ...base, status: 'failed', error: { code, message }, incomplete_details: null };
  return event('response.failed', { response });
}

/** The frame of an error within a stream. */
export function openaiErrorFrame(code: string, message: string): string {
  return event('error', { code, message, param: null });
}

/** Frames of `POST /v1/responses` with `stream: true`. Each thought is a reasoning item; its words are parts of its summary. */
export function openaiResponsesFrames({
  thoughts,
  text,
  calls,
  usage,
  refusal,
  stop,
}: ScriptedReply): string[] {
  const frames = [
    event('response.created', { response: { ...base, status: 'in_progress' } }),
    event('response.in_progress', { response: { ...base, status: 'in_progress' } }),
  ];
  let output_index = 0;
  for (const { words = [], opaque } of thoughts ?? []) {
    const id = `rs_${output_index}`;
    const item = { type: 'reasoning', id, summary: [], encrypted_content: opaque };
    frames.push(event('response.output_item.added', { output_index, item }));
    for (const [summary_index, delta] of words.entries()) {
      const at = { item_id: id, output_index, summary_index };
      const part = { type: 'summary_text', text: delta };
      frames.push(event('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } }));
      frames.push(event('response.reasoning_summary_text.delta', { ...at, delta }));
      frames.push(event('response.reasoning_summary_text.done', { ...at, text: delta }));
      frames.push(event('response.reasoning_summary_part.done', { ...at, part }));
    }
    const summary = words.map((each) => ({ type: 'summary_text', text: each }));
    frames.push(event('response.output_item.done', { output_index, item: { ...item, summary } }));
    output_index += 1;
  }
  if (text !== undefined) {
    const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
    const at = { item_id: 'msg_1', output_index, content_index: 0 };
    const whole = { type: 'output_text', text: text.join(''), annotations: [] };
    frames.push(event('response.output_item.added', { output_index, item }));
    frames.push(event('response.content_part.added', { ...at, part: { ...whole, text: '' } }));
    for (const delta of text) frames.push(event('response.output_text.delta', { ...at, delta }));
    frames.push(event('response.output_text.done', { ...at, text: whole.text }));
    frames.push(event('response.content_part.done', { ...at, part: whole }));
    const done = { ...item, status: 'completed', content: [whole] };
    frames.push(event('response.output_item.done', { output_index, item: done }));
    output_index += 1;
  }
  if (refusal !== undefined) {
    const item = { type: 'message', id: 'msg_2', role: 'assistant', status: 'in_progress', content: [] };
    const at = { item_id: 'msg_2', output_index, content_index: 0 };
    const whole = { type: 'refusal', refusal: refusal.join('') };
    frames.push(event('response.output_item.added', { output_index, item }));
    frames.push(event('response.content_part.added', { ...at, part: { ...whole, refusal: '' } }));
    for (const delta of refusal) frames.push(event('response.refusal.delta', { ...at, delta }));
    frames.push(event('response.refusal.done', { ...at, refusal: whole.refusal }));
    frames.push(event('response.content_part.done', { ...at, part: whole }));
    const done = { ...item, status: 'completed', content: [whole] };
    frames.push(event('response.output_item.done', { output_index, item: done }));
    output_index += 1;
  }
  for (const { id, name, json } of calls ?? []) {
    const item_id = `fc_${output_index}`;
    const item = {
      type: 'function_call',
      id: item_id,
      call_id: id,
      name,
      status: 'in_progress',
      arguments: '',
    };
    const done = { ...item, status: 'completed', arguments: json.join('') };
    frames.push(event('response.output_item.added', { output_index, item }));
    for (const delta of json) {
      frames.push(event('response.function_call_arguments.delta', { item_id, output_index, delta }));
    }
    const all = { item_id, output_index, arguments: done.arguments };
    frames.push(event('response.function_call_arguments.done', all));
    frames.push(event('response.output_item.done', { output_index, item: done }));
    output_index += 1;
  }
  const counted = {
    input_tokens: usage?.input ?? 0,
    ...(usage?.cached === undefined ? {} : { input_tokens_details: { cached_tokens: usage.cached } }),
    output_tokens: usage?.output ?? 0,
  };
  const response = { ...base, incomplete_details: null, usage: counted };
  const completed = event('response.completed', { response: { ...response, status: 'completed' } });
  if (stop === undefined) return [...frames, completed];
  const incomplete = { ...response, status: 'incomplete', incomplete_details: { reason: stop } };
  return [...frames, event('response.incomplete', { response: incomplete })];
}

const base = { id: 'resp_1', object: 'response', created_at: 1_767_225_600, model: 'gpt-test-2026-01-01' };

function event(type: string, data: object): string {
  return frame({ type, sequence_number: 0, ...data }, type);
}
