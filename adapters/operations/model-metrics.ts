import { Gauge, Histogram, type Registry } from 'prom-client';
import type { MeasureAsked } from '../model/measured.ts';

/** Metrics of models. Their names come from the deployment, so there are few. */
export interface ModelMetrics {
  /** A model was asked. */
  asked: MeasureAsked;
  /** This process has learned that the breaker of a model is open or closed. */
  breaker: (model: string, isOpen: boolean) => void;
}

/** Up to the longest time that a provider may take for a turn. */
const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 540];

/**
 * Counts and times each time that a model was asked: `heddle_model_try_duration_seconds` by class, model and code. Shows breakers:
 * `heddle_model_breaker_open`.
 */
export function measureModels(registry: Registry): ModelMetrics {
  const durations = new Histogram({
    name: 'heddle_model_try_duration_seconds',
    help: 'Time until a model had answered or failed.',
    labelNames: ['model_class', 'model', 'code'],
    buckets,
    registers: [registry],
  });
  const breakers = new Gauge({
    name: 'heddle_model_breaker_open',
    help: '1 while a model is skipped because it kept failing, as far as this process knows.',
    labelNames: ['model'],
    registers: [registry],
  });
  return {
    asked: ({ modelClass: model_class, model, code, durationMs }) =>
      durations.observe({ model_class, model, code }, durationMs / 1000),
    breaker: (model, isOpen) => breakers.set({ model }, isOpen ? 1 : 0),
  };
}
