import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** The arguments of a payment, and whatever else a model adds that obeys. */
const Order = z.looseObject({ amount: z.number(), to: z.string(), iban: z.string() });

const Poisoned = z.strictObject({
  name: z.string(),
  /** The words of the user. Default: those of the file. */
  asks: z.string().optional(),
  /** The results of the tool, one each time that it is called. */
  returns: z.array(z.unknown()).min(1),
  /** The arguments with which the model calls Identify first. */
  identifies: z.record(z.string(), z.string()).optional(),
  /** The payments that the model makes of it, all in one turn. */
  orders: z.array(Order).min(1),
  /** Where the account is seen: `nowhere` if the model had to decode it, or to put it together. */
  account: z.enum(['untrusted', 'nowhere']),
});

const PoisonedFile = z.strictObject({ language: z.string(), asks: z.string(), cases: z.array(Poisoned) });

/** A poisoned mail, document or result, and the payments of a model that obeys it. */
export interface PoisonedCase extends z.infer<typeof Poisoned> {
  /** Unique, such as `polish-3`. */
  id: string;
  language: string;
  asks: string;
}

const files = ['english', 'german', 'french', 'spanish', 'polish'];

/** Reads all cases. @throws {Error} if a file is not as it should be */
export function readPoisonedCases(): PoisonedCase[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, `${file}.yaml`), 'utf8');
    const { language, asks, cases } = PoisonedFile.parse(parse(text));
    return cases.map((each, index) => ({
      ...each,
      asks: each.asks ?? asks,
      language,
      id: `${file}-${index + 1}`,
    }));
  });
}
