import type { Entry } from '#adapters/model/fallback.ts';
import { type Model, ModelError, type ModelErrorOptions, type ModelReply } from '#engine/ports/model.ts';

/** A model that answers with its name after it has failed in these ways, and counts how often it was asked. */
export interface FailingModel extends Entry {
  asked: number;
  /** How it fails from now on, once for each; `answers` is none. */
  fails: (ModelErrorOptions['code'] | 'answers' | Error)[];
}

export function failingModel(name: string, ...fails: FailingModel['fails']): FailingModel {
  const respond: Model['respond'] = async ({ onDelta }) => {
    entry.asked += 1;
    const failure = entry.fails.shift() ?? 'answers';
    if (failure instanceof Error) throw failure;
    if (failure !== 'answers') throw new ModelError({ code: failure, retryable: failure !== 'rejected' });
    onDelta?.(name);
    return await Promise.resolve(replyOf(name));
  };
  const entry: FailingModel = { name, model: { respond }, asked: 0, fails };
  return entry;
}

function replyOf(text: string): ModelReply {
  return { text, calls: [], input_tokens: 1, output_tokens: 1, request: {}, response: {} };
}
