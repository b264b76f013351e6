import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { ModelClass } from '#contract/model-class.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';
import type { Models } from './models.ts';

/** Told of each time that a model was asked; `ok` of a reply. One that was cancelled is not told. */
export type MeasureTry = (modelClass: ModelClass, code: ModelFailureCode | 'ok', durationMs: number) => void;

/** The same models, whose answers are counted and timed. */
export function measured(models: Models, measure: MeasureTry): Models {
  return {
    ...models,
    get: (modelClass) => {
      const model = models.get(modelClass);
      const respond: Model['respond'] = async (request) => {
        const startedAt = performance.now();
        try {
          const reply = await model.respond(request);
          measure(modelClass, 'ok', performance.now() - startedAt);
          return reply;
        } catch (error) {
          if (error instanceof ModelError) measure(modelClass, error.code, performance.now() - startedAt);
          throw error;
        }
      };
      return { ...model, respond };
    },
  };
}
