import { z } from 'zod';
import { CountryCode, IdentifyReason } from './identify.ts';
import { ArgumentPointer } from './argument-pointer.ts';
import { longestPauseSeconds } from './gate.ts';
import { Rail } from './rail.ts';
import { faultOfReference, referencePointers } from './reference-pointers.ts';
import { Timestamp } from './timestamp.ts';

/** Checks that a policy makes once a held call has all of its approvals, before it is sent (approval-policy.checks). */

/** Where the fields of an account reference are in the arguments. The names are those of `POST /v1/identify`. */
const ReferencePointers = z
  .strictObject({
    country: ArgumentPointer.optional().meta({
      description: 'JSON pointer to the country of the account in the arguments.',
    }),
    ...referencePointers,
  })
  .meta({ id: 'NewReferencePointers', outputId: 'ReferencePointers' });

/** The account reference of a payee still leads to the institution that the approvers were shown. */
export const IdentifyCheck = z
  .strictObject({
    type: z.literal('identify'),
    rail: Rail.optional().meta({
      description: 'Default: derived from the fields, as by `POST /v1/identify`.',
    }),
    country: CountryCode.optional().meta({
      description: 'Country of all references. Default: none, or by pointer.',
    }),
    reference: ReferencePointers.optional().meta({
      description:
        'JSON pointers into the arguments, by the fields of `POST /v1/identify`. Default: the account of the payment that the patch declares. A call whose patch declares none cannot be judged.',
    }),
  })
  .superRefine(({ rail, country, reference }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code: 'invalid_reference' } });
    if (reference === undefined) {
      for (const [field, given] of Object.entries({ rail, country }))
        if (given !== undefined) refuse([field], 'is given with `reference` only');
      return;
    }
    if (country !== undefined && reference.country !== undefined)
      return refuse(['country'], 'is given twice, as itself and by a pointer');
    const { country: at, ...fields } = reference;
    const fault = faultOfReference(fields, { rail, country, isCountryPointed: at !== undefined });
    if (fault !== undefined) refuse(['reference', ...fault.path], fault.message);
  })
  .meta({ id: 'NewIdentifyCheck', outputId: 'IdentifyCheck' });
export type IdentifyCheck = z.infer<typeof IdentifyCheck>;

/** No approval is older than this when the call is sent. */
export const ApprovalAgeCheck = z
  .strictObject({
    type: z.literal('approval_age'),
    max_seconds: z.int().min(1).max(longestPauseSeconds).meta({
      description:
        'The maximum age of the oldest approval. In any case, the last one is at most an hour old.',
    }),
  })
  .meta({ id: 'NewApprovalAgeCheck', outputId: 'ApprovalAgeCheck' });

export const PolicyCheck = z
  .discriminatedUnion('type', [IdentifyCheck, ApprovalAgeCheck])
  .meta({ id: 'NewPolicyCheck', outputId: 'PolicyCheck' });
export type PolicyCheck = z.infer<typeof PolicyCheck>;

export const mostChecks = 4;

/** The bank of an account, as approvers see it. */
export const ShownInstitution = z
  .object({ id: z.string(), name: z.string(), bic: z.string().optional(), branch: z.string().optional() })
  .meta({ id: 'ShownInstitution' });
export type ShownInstitution = z.infer<typeof ShownInstitution>;

/** The account that a reference in a held call's arguments resolves to, as approvers see it. */
export const ShownAccount = z
  .object({
    pointers: z.array(z.string()).meta({ description: 'The place of the reference in the arguments.' }),
    result: z.enum(['identified', 'not_found', 'unsupported', 'malformed', 'hidden']).meta({
      description:
        'As in `POST /v1/identify`; `malformed` if it is not a reference at all, and `hidden` if the patch redacts a part of it, so that nothing else is shown.',
    }),
    rail: Rail.optional(),
    reference: z.string().optional().meta({ description: 'Normalized.' }),
    reason: IdentifyReason.optional(),
    country: z.string().optional(),
    institution: ShownInstitution.optional(),
    account_valid: z.boolean().optional().meta({
      description: 'Whether the account number fits, if there is a rule for it.',
    }),
    message: z.string().optional().meta({ description: 'The reason, if the reference is malformed.' }),
  })
  .meta({ id: 'ShownAccount' });
export type ShownAccount = z.infer<typeof ShownAccount>;

/** Why a call that had all of its approvals went back to its gate. */
export const returnReasons = ['not_sent_in_time', 'approval_age', 'identify', 'connection', 'facts'] as const;
export const ReturnReason = z.enum(returnReasons).meta({
  id: 'ReturnReason',
  description:
    '`not_sent_in_time`: the last approval was an hour old before the call could be sent. `approval_age`: the oldest was older than the policy allows. `identify`: an account reference resolves to another account than was shown. `connection`: the base URL, the credentials or the headers of its connection were changed. `facts`: by what is known of its payee since, the policy asks for more.',
});
export type ReturnReason = z.infer<typeof ReturnReason>;

/** That a held call has been approved before, and why it was not sent. */
export const Returned = z
  .object({
    reason: ReturnReason,
    at: Timestamp,
    accounts: z
      .array(ShownAccount)
      .optional()
      .meta({ description: 'For `identify`: the accounts that the earlier approvers were shown.' }),
  })
  .meta({ id: 'Returned' });
export type Returned = z.infer<typeof Returned>;
