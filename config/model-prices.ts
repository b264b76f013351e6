import { z } from 'zod';
import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';

const price = z.number().nonnegative();
const Price = z.object({ input: price, output: price, cached_input: price.optional() });
const form = /^(fast|standard|deep|scripted):([\d.]+)\/([\d.]+)(?:\/([\d.]+))?$/;

/**
 * Parses `class:input/output` or `class:input/output/cached input`, in credits per 1,000 tokens, comma-separated.
 * @throws {Error} if it is anything else
 */
export function parseModelPrices(text: string): Partial<Record<ModelClass, TokenPrice>> {
  const prices: Partial<Record<ModelClass, TokenPrice>> = {};
  for (const entry of text.split(',')) {
    const [, modelClass, input, output, cached] = form.exec(entry.trim()) ?? [];
    const parsed = Price.safeParse({
      input: Number(input),
      output: Number(output),
      ...(cached === undefined ? {} : { cached_input: Number(cached) }),
    });
    if (!parsed.success) {
      throw new Error(
        'must be class:input/output or class:input/output/cached, as in fast:0.1/0.5 or fast:0.1/0.5/0.01',
      );
    }
    prices[modelClass as ModelClass] = parsed.data as TokenPrice;
  }
  return prices;
}
