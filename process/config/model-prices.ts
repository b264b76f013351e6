import { z } from 'zod';
import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';

/** A class, or one of its further models: `standard.2` is the second one. */
export type PricedModel = ModelClass | `${ModelClass}.${number}`;

const price = z.number().nonnegative();
const Price = z.object({ input: price, output: price, cached_input: price.optional() });
const form = /^(scripted|(?:fast|standard|deep)(?:\.[2-5])?):([\d.]+)\/([\d.]+)(?:\/([\d.]+))?$/;

/**
 * Parses `class:input/output` or `class:input/output/cached input`, in credits per 1,000 tokens, comma-separated. A further model
 * of a class has a price of its own as `class.2:input/output`.
 * @throws {Error} if it is anything else
 */
export function parseModelPrices(text: string): Partial<Record<PricedModel, TokenPrice>> {
  const prices: Partial<Record<PricedModel, TokenPrice>> = {};
  for (const entry of text.split(',')) {
    const [, model, input, output, cached] = form.exec(entry.trim()) ?? [];
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
    prices[model as PricedModel] = parsed.data as TokenPrice;
  }
  return prices;
}
