import { z } from 'zod';
import { CountryCode, Institution, InstitutionType } from './identify.ts';
import { Rail } from './rail.ts';

/** An institution that Identify knows, as `GET /v1/identify/banks` lists it (identify.banks). */
export const Bank = z
  .object({
    id: z.string().meta({ description: 'The same as the id of `institution` in lookups.' }),
    name: z.string(),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
    rails: z.array(Rail).meta({ description: 'The rails whose references lead to it.' }),
    codes: Institution.shape.codes,
    bic: z.string().optional(),
    type: InstitutionType,
    network: Institution.shape.network,
    previous_ids: Institution.shape.previous_ids,
  })
  .meta({ id: 'Bank' });
export type Bank = z.infer<typeof Bank>;

/** The institutions to list. */
export const bankFilter = {
  country: CountryCode.optional(),
  rail: Rail.optional(),
  q: z.string().max(100).optional().meta({
    description:
      'A code or a BIC, the beginning of a name, or words of the name or the town in any order, also with typos. The likeliest institution comes first.',
  }),
  id: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only the institutions that have this id, or had it before.' }),
};
export type BankFilter = z.infer<z.ZodObject<typeof bankFilter>>;
