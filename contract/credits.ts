import { z } from 'zod';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/**
 * Money inside the service is an integer of microcredits (money.precision), millionths of a credit. On the wire it is a
 * decimal number of credits with at most six places.
 */
export type Microcredits = number;

const microcreditsPerCredit = 1_000_000;

/** Message of `insufficient_credits`, for clients and for the model of a run. */
export const noCreditsLeft = 'The workspace has no credits left, or one of its budgets is spent.';

/** Credits on the wire. */
export const Credits = z.number();

/** The balance of a workspace (credits.balance, credits.held). */
export const Balance = z
  .object({
    balance: Credits.meta({ description: 'Credits left. Can be below zero because of turns in progress.' }),
    held: Credits.meta({
      description:
        'The part of the balance that is held for open runs: each holds the estimated price of a turn, or the max_credits of its agent if that is less. It is not available to other runs.',
    }),
  })
  .meta({ id: 'Balance' });

/** The reasons for which a balance changes. */
export const ledgerReasons = ['grant', 'turn', 'patch', 'identify', 'extract'] as const;
export type LedgerReason = (typeof ledgerReasons)[number];

/** One change of a balance (credits.ledger). */
export const LedgerEntry = z
  .object({
    id: Uuid,
    delta: Credits.meta({ description: 'Negative for a charge.' }),
    balance: Credits.meta({ description: 'The balance after it.' }),
    reason: z.enum(ledgerReasons).meta({ id: 'LedgerReason' }),
    ref: Uuid.meta({ description: 'The run, the request or the grant that caused it.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Credits for the wire. Exact for any balance below 9 billion credits. */
export function toCredits(amount: Microcredits): number {
  return amount / microcreditsPerCredit;
}

/**
 * Converts credits to microcredits.
 * @throws {RangeError} if the amount is not finite or has more than six decimal places
 */
export function toMicrocredits(credits: number): Microcredits {
  const amount = Math.round(credits * microcreditsPerCredit);
  if (!Number.isSafeInteger(amount) || amount / microcreditsPerCredit !== credits) {
    throw new RangeError('an amount of credits has at most six decimal places');
  }
  return amount;
}

/**
 * Credits that are written as decimal digits, with at most six places.
 * @returns undefined for any other text
 */
export function creditsOfText(text: string): Microcredits | undefined {
  const [, whole, places = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole + places.padEnd(6, '0'));
}

/** The price of tokens, in credits per 1,000 tokens. */
export interface TokenPrice {
  input: number;
  output: number;
  /** Price of cached input tokens. Default: that of other input. */
  cached_input?: number;
  /** Prices of the further models of a class, by their index, if they differ. */
  of_entry?: Partial<Record<number, TokenPrice>>;
}

/** The price of a class's model. @param entry its place among the models of the class, from 0 */
export function priceOfEntry(price: TokenPrice, entry = 0): TokenPrice {
  return price.of_entry?.[entry] ?? price;
}

/**
 * Cost of one model turn, rounded up to a whole microcredit.
 * @param cachedTokens how many of the input tokens the provider had cached
 */
export function priceTurn(
  price: TokenPrice,
  inputTokens: number,
  outputTokens: number,
  cachedTokens = 0,
): Microcredits {
  const { input, output, cached_input = input } = price;
  const read = input * (inputTokens - cachedTokens) + cached_input * cachedTokens;
  const exact = ((read + output * outputTokens) / 1000) * microcreditsPerCredit;
  // Binary fractions (0.1 * 3) must not cost an extra microcredit, so the cost is rounded to a thousandth of one first.
  return Math.ceil(Math.round(exact * 1000) / 1000);
}

/** The size of the turn whose price an open run holds, in tokens. */
const estimatedTurn = { input: 4000, output: 1000 };

/**
 * The credits that a run holds from its message to its end: the price of a turn of the usual size, or the agent's limit
 * if that is less.
 */
export function estimateRun(price: TokenPrice, maxCredits?: number): Microcredits {
  const turn = priceTurn(price, estimatedTurn.input, estimatedTurn.output);
  return maxCredits === undefined ? turn : Math.min(turn, Math.round(maxCredits * microcreditsPerCredit));
}
