import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Environment } from './environment.ts';

/** Credits per 1,000 tokens if the deployment sets none. A token of the scripted model costs a thousandth. */
const defaultPrices: Record<ModelClass, TokenPrice> = {
  fast: { input: 0.1, output: 0.5 },
  standard: { input: 0.3, output: 1.5 },
  deep: { input: 1.5, output: 7.5 },
  scripted: { input: 1, output: 1 },
};

/** Token prices by model class: the deployment's `MODEL_PRICES`, with defaults. */
export function tokenPrices(environment: Environment): Record<ModelClass, TokenPrice> {
  return { ...defaultPrices, ...environment.MODEL_PRICES };
}
