import { z } from 'zod';
import { ShownInstitution } from './approval-check.ts';
import { ArgumentPointer } from './argument-pointer.ts';
import { CurrencyCode } from './currency.ts';
import { Uuid } from './ids.ts';
import { IdentifyReason } from './identify.ts';
import { PayeeStatusName } from './payee-status.ts';
import { Rail } from './rail.ts';
import { faultOfReference, referencePointers } from './reference-pointers.ts';
import { Timestamp } from './timestamp.ts';

/** Payments: what a patch declares of those that its calls make, and what approvers see of a held one (payment.declared). */

const constant = <Value extends z.ZodType>(value: Value, name: string) =>
  z
    .strictObject({ constant: value.meta({ description: 'The value that all calls share.' }) })
    .meta({ id: `New${name}`, outputId: name });

const CurrencyConstant = constant(CurrencyCode, 'CurrencyConstant');
const CountryConstant = constant(
  z.string().regex(/^[A-Z]{2}$/, 'must be a country code of ISO 3166-1'),
  'CountryConstant',
);

/** The places of the payee's account in the arguments. */
const PayeeAccount = z
  .strictObject({
    rail: constant(Rail, 'RailConstant').optional().meta({
      description: 'Default: derived from the fields, as by `POST /v1/identify`.',
    }),
    country: z.union([ArgumentPointer, CountryConstant]).optional().meta({
      description: 'The country of the account: a JSON pointer into the arguments, or `{constant}`.',
    }),
    ...referencePointers,
  })
  .superRefine(({ rail, country, ...fields }, context) => {
    const given = typeof country === 'object' ? country.constant : undefined;
    const isCountryPointed = typeof country === 'string';
    const fault = faultOfReference(fields, { rail: rail?.constant, country: given, isCountryPointed });
    if (fault === undefined) return;
    const params = { code: 'invalid_reference' };
    context.addIssue({ code: 'custom', path: fault.path, message: fault.message, params });
  })
  .meta({
    id: 'NewPayeeAccount',
    outputId: 'PayeeAccount',
    description: 'By the fields of `POST /v1/identify`.',
  });
export type PayeeAccount = z.infer<typeof PayeeAccount>;

/** Where a payment is in the arguments of a call. */
export const PaymentDeclaration = z
  .strictObject({
    amount: ArgumentPointer.meta({ description: 'A decimal that is not negative, as a number or a text.' }),
    unit: z.enum(['major', 'minor']).optional().meta({
      id: 'PaymentUnit',
      description:
        'The unit of the amount in the arguments: `minor` is the minor unit of the currency by ISO 4217, such as cents. Default: `major`.',
    }),
    currency: z.union([ArgumentPointer, CurrencyConstant]).meta({
      description: 'The currency of the amount: a JSON pointer into the arguments, or `{constant}`.',
    }),
    payee: z
      .strictObject({
        account: PayeeAccount,
        name: ArgumentPointer.optional().meta({
          description: 'JSON pointer to the name of the payee in the arguments.',
        }),
      })
      .meta({ id: 'NewPayeeDeclaration', outputId: 'PayeeDeclaration', description: 'Who is paid.' }),
    reference: ArgumentPointer.optional().meta({
      description: 'The text that the payee reads with the payment.',
    }),
  })
  .meta({
    id: 'NewPaymentDeclaration',
    outputId: 'PaymentDeclaration',
    description:
      'Where a payment is in the arguments. A text is a JSON pointer into them, `{constant}` a value that all calls share.',
  });
export type PaymentDeclaration = z.infer<typeof PaymentDeclaration>;

const text = z.string().optional();

/** The account of a payee, normalized by Identify. */
export const PaymentAccount = z
  .object({
    result: z.enum(['identified', 'not_found', 'unsupported', 'malformed', 'hidden']).meta({
      description:
        'As in `POST /v1/identify`; `malformed` if it is no account reference at all, and `hidden` if the patch redacts a part of it, so that nothing else is shown.',
    }),
    rail: Rail.optional(),
    country: text,
    bic: text,
    iban: text,
    routing_number: text,
    sort_code: text,
    ifsc: text,
    bank_code: text,
    branch_code: text,
    phone_number: text,
    account_number: text,
    formatted: z.string().optional().meta({ description: 'As its country writes it.' }),
    valid: z.boolean().optional().meta({
      description: 'Whether the account number fits, if there is a rule for it.',
    }),
    reason: IdentifyReason.optional(),
    message: z.string().optional().meta({ description: 'The reason, if it is malformed.' }),
  })
  .meta({ id: 'PaymentAccount' });
export type PaymentAccount = z.infer<typeof PaymentAccount>;

/** Earlier payments to the payee, as of when the call came to its gate. Payments that came back, and those of an unknown outcome, do not count. */
const PayeeFigures = z.object({
  known: z.boolean().meta({ description: 'Whether anything was paid to it.' }),
  payments: z.int().meta({ description: 'How many payments were sent to it.' }),
  first_paid_at: Timestamp.optional().meta({ description: 'Absent if nothing was paid.' }),
  last_paid_at: Timestamp.optional(),
  other_account: z.boolean().meta({
    description: 'Whether a payee with a name like this was paid at another account in the last 180 days.',
  }),
});
export type PayeeFigures = z.infer<typeof PayeeFigures>;

/** The payment of a held call: the amount, and to whom. */
export const ShownPayment = z
  .object({
    amount: z.string().optional().meta({
      description:
        'A decimal in major units: `12.5`. Absent if the arguments have none that can be judged, which `notes` explain; `[redacted]` if the patch redacts it.',
    }),
    currency: z.string().optional().meta({ description: 'Absent if the arguments have none.' }),
    reference: text,
    payee: z
      .object({
        name: z.string().optional().meta({ description: 'As the arguments have it.' }),
        account: PaymentAccount,
        institution: ShownInstitution.optional().meta({ description: 'The bank of the account.' }),
        country: z.string().optional().meta({ description: 'Of the institution.' }),
        id: Uuid.optional().meta({
          description: 'Shown to API keys and in the console. Absent if the payee was in no list yet.',
        }),
        status: PayeeStatusName.optional().meta({
          description: 'Shown to API keys and in the console. Absent if the account is malformed.',
        }),
        ...PayeeFigures.partial().shape,
      })
      .meta({
        id: 'ShownPayee',
        description:
          'What was paid to it before is as of when the call came to its gate: by all subjects of the workspace for API keys and in the console, and by the subject of the run for session tokens, MCP clients, chats and events. Absent if the account is malformed.',
      }),
  })
  .meta({ id: 'ShownPayment' });
export type ShownPayment = z.infer<typeof ShownPayment>;
