import { z } from 'zod';
import { PaymentRail } from './payment-rail.ts';
import { Rail, railFields, rails, type ReferenceField } from './rail.ts';
import { Timestamp } from './timestamp.ts';

/** Identify: the institution behind an account reference (identify.*). */

/** Longer than any reference with its name and separators. Its rail defines the alphabet. */
const longestText = 128;
const Text = z
  .string()
  .superRefine((text, context) => {
    const refuse = (message: string, code: string) =>
      context.addIssue({ code: 'custom', message, params: { code } });
    if (text === '') refuse('must not be empty', 'too_short');
    if (text.length > longestText) refuse(`must have at most ${longestText} characters`, 'too_long');
  })
  .meta({ minLength: 1, maxLength: longestText });

export const CountryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be an ISO 3166-1 alpha-2 code')
  .transform((code) => code.toUpperCase())
  .meta({ description: 'ISO 3166-1 alpha-2.' });

/** Body of `POST /v1/identify`: one reference. The parsed form has its rail. */
export const IdentifyRequest = z
  .strictObject({
    rail: Rail.optional().meta({ description: 'Default: derived from the other fields.' }),
    country: CountryCode.optional(),
    bic: Text.optional().meta({ description: 'swift: 8 or 11 characters.' }),
    iban: Text.optional(),
    routing_number: Text.optional().meta({
      description: 'Routing number of the American Bankers Association.',
    }),
    sort_code: Text.optional().meta({ description: 'Sort code of the United Kingdom.' }),
    ifsc: Text.optional(),
    bank_code: Text.optional().meta({ description: 'With `rail` or `country`. Optional for `nuban`.' }),
    branch_code: Text.optional(),
    phone_number: Text.optional().meta({ description: 'momo: E.164, or national with `country`.' }),
    account_number: Text.optional().meta({ description: 'Checked if the rail has a rule for it.' }),
  })
  .transform((body, context) => {
    const rail = railOf(body);
    if (typeof rail === 'string') return { ...body, rail };
    context.addIssue({ code: 'custom', ...rail });
    return z.NEVER;
  })
  .meta({ id: 'IdentifyRequest' });
export type IdentifyRequest = z.infer<typeof IdentifyRequest>;

export const InstitutionType = z
  .enum(['bank', 'microfinance', 'mobile_money', 'payment_provider', 'central_bank'])
  .meta({ id: 'InstitutionType' });
export type InstitutionType = z.infer<typeof InstitutionType>;

const InstitutionCode = z.object({ scheme: z.string(), value: z.string() }).meta({ id: 'InstitutionCode' });

/** The institution that holds the account. `id` is the same for every rail that leads to it. */
export const Institution = z
  .object({
    id: z.string(),
    name: z.string(),
    short_name: z.string().optional(),
    bic: z.string().optional(),
    codes: z.array(InstitutionCode).meta({ description: 'The codes of the institution in each scheme.' }),
    type: InstitutionType,
    network: z.string().optional().meta({
      description: 'The group of independent banks that it belongs to, such as Crédit Mutuel.',
    }),
    previous_ids: z.array(z.string()).optional().meta({
      description:
        'Ids that it had before, some of which it shared with others. Given until the end of 2027.',
    }),
    branch: z
      .object({
        code: z.string().optional(),
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional().meta({ description: 'Two letters, of the United States.' }),
      })
      .meta({ id: 'Branch' })
      .optional(),
  })
  .meta({ id: 'Institution' });
export type Institution = z.infer<typeof Institution>;

/** Why there is no institution. More reasons may be added. */
export const IdentifyReason = z
  .enum([
    'bad_checksum',
    'unknown_institution',
    'ambiguous',
    'closed_institution',
    'unsupported_country',
    'unsupported_scheme',
  ])
  .meta({ id: 'IdentifyReason' });
export type IdentifyReason = z.infer<typeof IdentifyReason>;

/**
 * How certain the institution is: from its own code, which names no other; from the range or the prefix that it was
 * assigned; the likeliest of several, which are the candidates; or one of those that fit the number.
 */
export const Confidence = z
  .enum(['exact', 'range', 'prefix', 'likely', 'candidates'])
  .meta({ id: 'Confidence' });
export type Confidence = z.infer<typeof Confidence>;

/**
 * Where `rails` are from: lists in which each institution is, such as the register of a scheme, or for some of them a rule
 * for all institutions of the country.
 */
export const RailsSource = z.enum(['register', 'country']).meta({ id: 'RailsSource' });
export type RailsSource = z.infer<typeof RailsSource>;

/** Facts about the account itself. `valid` is absent if nothing could be checked. */
export const AccountCheck = z
  .object({
    number: z.string(),
    valid: z.boolean().optional(),
    check: z.enum(['checksum', 'length', 'none']),
    formatted: z.string().meta({ description: 'With the code of the bank, as people write it.' }),
    bank_code: z.string().optional().meta({
      description:
        'The code of the bank in the account. With a sort code: the one that `number` belongs to, which differs from the given one if the bank’s account numbers contain its last digit.',
    }),
    branch_code: z.string().optional().meta({ description: 'The code of the branch in the account.' }),
    account_number: z.string().optional().meta({
      description: 'The number in the account, without the codes of bank and branch.',
    }),
    check_digits: z.string().optional().meta({ description: 'Two digits: of an IBAN, or the key of a RIB.' }),
  })
  .meta({ id: 'AccountCheck' });
export type AccountCheck = z.infer<typeof AccountCheck>;

/**
 * Whether the bank says if a name fits the account: Verification of Payee (VOP, in SEPA) or Confirmation of Payee (COP, in the
 * United Kingdom). `unknown` if no law and no rule of the scheme demands it.
 */
export const NameVerification = z
  .object({ scheme: z.enum(['vop', 'cop']), reachable: z.enum(['yes', 'unknown']) })
  .meta({ id: 'NameVerification' });
export type NameVerification = z.infer<typeof NameVerification>;

/** The table that an answer comes from, and its date. */
export const DataSource = z.object({ name: z.string(), as_of: z.string() }).meta({ id: 'DataSource' });
export type DataSource = z.infer<typeof DataSource>;

/** The result for a reference. */
export const IdentifyResult = z
  .object({
    result: z.enum(['identified', 'not_found', 'unsupported']).meta({ id: 'LookupResult' }),
    rail: Rail,
    reference: z.string().meta({ description: 'Normalized: upper case, without separators.' }),
    country: z.string().optional().meta({ description: 'ISO 3166-1 alpha-2, of the institution.' }),
    institution: Institution.optional().meta({ description: 'Present when identified.' }),
    rails: z
      .array(PaymentRail)
      .optional()
      .meta({ description: 'Payment rails on which the institution can be reached.' }),
    rails_source: RailsSource.optional().meta({
      description: '`country` if some of the rails follow from a rule for all institutions of the country.',
    }),
    rails_unknown: z.array(PaymentRail).optional().meta({
      description:
        'Payment rails that are open to institutions of the country, where no list says whether this one takes part.',
    }),
    account: AccountCheck.optional().meta({
      description:
        'Present when `account_number` was given, or the reference is an account, such as an IBAN.',
    }),
    verification: NameVerification.optional().meta({
      description: 'Present when identified by IBAN or sort code, in countries with such a scheme.',
    }),
    reason: IdentifyReason.optional(),
    candidates: z.array(Institution).optional().meta({
      description:
        'If `confidence` is `likely`, the institutions that it may be, the likeliest first: at most five. Otherwise those that fit.',
    }),
    confidence: Confidence.optional().meta({
      description: 'Present if identified, and with candidates.',
    }),
    note: z.string().optional().meta({
      description:
        'A limit of the answer, for people: a mobile number may have been ported, a bank was taken over.',
    }),
    source: DataSource.optional(),
    identified_at: Timestamp.optional().meta({ description: 'Present when identified.' }),
  })
  .meta({ id: 'IdentifyResult' });
export type IdentifyResult = z.infer<typeof IdentifyResult>;

type Body = { rail?: Rail | undefined; country?: string | undefined } & {
  [Field in ReferenceField]?: string | undefined;
};

/** Why a body does not match a rail: the field, and its fault. */
interface Mismatch {
  path: string[];
  message: string;
}

function railOf({ rail, country, ...fields }: Body): Rail | Mismatch {
  const given = (Object.keys(fields) as ReferenceField[]).filter((field) => fields[field] !== undefined);
  if (rail !== undefined) return mismatch(rail, given, country) ?? rail;
  const fitting = rails.filter((name) => mismatch(name, given, country) === undefined);
  const [first] = fitting;
  if (first === undefined) {
    return rails.some((name) => mismatch(name, given, undefined) === undefined)
      ? { path: ['country'], message: 'has no rail with these fields' }
      : { path: [], message: 'must hold the reference of one rail, and nothing of another' };
  }
  if (fitting.length === 1) return first;
  return { path: [], message: `fits several rails (${fitting.join(', ')}): give rail or country` };
}

/** A body matches a rail if it has the rail's reference, nothing of another rail, and no other country. */
function mismatch(rail: Rail, given: ReferenceField[], country: string | undefined): Mismatch | undefined {
  const { reference, others, countries } = railFields[rail];
  if (!given.includes(reference)) return { path: [reference], message: `is required by ${rail}` };
  const foreign = given.find((field) => field !== reference && !others.includes(field));
  if (foreign !== undefined) return { path: [foreign], message: `is not part of ${rail}` };
  if (country !== undefined && countries?.includes(country) === false) {
    return { path: ['country'], message: `is not one of ${rail}` };
  }
  return undefined;
}
