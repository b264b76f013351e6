import { Counter, Gauge, type Registry } from 'prom-client';

/** What is counted of models. Their names come from the deployment, so there are few. */
export interface ModelMetrics {
  /** A model was asked: `answered`, or how it failed. */
  request: (model: string, outcome: string) => void;
  /** This process has learned that the breaker of a model is open or closed. */
  breaker: (model: string, isOpen: boolean) => void;
}

/** Counts what models are asked: `heddle_model_requests_total`, and shows their breakers: `heddle_model_breaker_open`. */
export function measureAsking(registry: Registry): ModelMetrics {
  const requests = new Counter({
    name: 'heddle_model_requests_total',
    help: 'Times that a model was asked for a turn or an extraction, by outcome.',
    labelNames: ['model', 'outcome'],
    registers: [registry],
  });
  const breakers = new Gauge({
    name: 'heddle_model_breaker_open',
    help: '1 while a model is passed over because it kept failing, as this process knows it.',
    labelNames: ['model'],
    registers: [registry],
  });
  return {
    request: (model, outcome) => requests.inc({ model, outcome }),
    breaker: (model, isOpen) => breakers.set({ model }, isOpen ? 1 : 0),
  };
}
