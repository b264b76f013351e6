import type { ModelClass } from '#contract/model-class.ts';
import type { ModelFailureCode } from '#contract/model-failure.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';

/** A time that a model was asked, and how it ended. */
export interface AskedTime {
  modelClass: ModelClass;
  /** `provider:model`, or `scripted`. */
  model: string;
  /** `ok` of a reply. */
  code: ModelFailureCode | 'ok';
  durationMs: number;
}

/** Called after every model request, except cancelled ones. */
export type MeasureAsked = (asked: AskedTime) => void;

/** The same model, whose answers are counted and timed. */
export function measured(
  model: Model,
  about: Pick<AskedTime, 'modelClass' | 'model'>,
  measure: MeasureAsked,
): Model {
  const respond: Model['respond'] = async (request) => {
    const startedAt = performance.now();
    const ended = (code: AskedTime['code']) =>
      measure({ ...about, code, durationMs: performance.now() - startedAt });
    try {
      const reply = await model.respond(request);
      ended('ok');
      return reply;
    } catch (error) {
      if (error instanceof ModelError) ended(error.code);
      else if (isTimeLimit(request.signal)) ended('timeout');
      throw error;
    }
  };
  return { ...model, respond };
}

/** Whether a turn has reached its time limit: it has failed, unlike one that is cancelled. */
export function isTimeLimit({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
}
