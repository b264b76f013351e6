import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Environment } from './environment.ts';

/** Credits per 1,000 tokens where the deployment sets none: a token of the scripted model is a thousandth. */
const defaultPrices: Record<ModelClass, TokenPrice> = {
  fast: { input: 0.1, output: 0.5 },
  standard: { input: 0.3, output: 1.5 },
  deep: { input: 1.5, output: 7.5 },
  scripted: { input: 1, output: 1 },
};

/** What a token costs by model class: the deployment's `MODEL_PRICES` over the defaults. */
export function tokenPrices(environment: Environment): Record<ModelClass, TokenPrice> {
  return { ...defaultPrices, ...environment.MODEL_PRICES };
}
