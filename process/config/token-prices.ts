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
export function tokenPrices({ MODEL_PRICES: set }: Environment): Record<ModelClass, TokenPrice> {
  const priceOf = (modelClass: ModelClass): TokenPrice => {
    const price = set[modelClass] ?? defaultPrices[modelClass];
    const others = [1, 2, 3, 4].flatMap((entry) => {
      const own = set[`${modelClass}.${entry + 1}`];
      return own === undefined ? [] : [[entry, own] as const];
    });
    return others.length === 0 ? price : { ...price, of_entry: Object.fromEntries(others) };
  };
  return {
    fast: priceOf('fast'),
    standard: priceOf('standard'),
    deep: priceOf('deep'),
    scripted: priceOf('scripted'),
  };
}
