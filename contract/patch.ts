import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { ContextName } from './context.ts';
import { CreditAmount } from './credit-amount.ts';
import { PatchRef, Uuid } from './ids.ts';
import { boundedJsonObject } from './json.ts';
import { dialectsInWords } from './json-schema/dialects.ts';
import { PatchRequest } from './patch-request.ts';
import { PaymentDeclaration } from './payment.ts';
import { RiskLevel } from './risk.ts';
import { Timestamp } from './timestamp.ts';
import { text } from './text.ts';

/** How a patch acts (patch.publish.created): by itself, by asking, by handing over, by proposing. */
export const Interaction = z.enum(['silent', 'interactive', 'handoff', 'proposed_action']).meta({
  id: 'Interaction',
  description:
    'What a call does. `silent`: a request to the host of the connection, whose answer the model reads. `interactive`: the run waits for ' +
    "the user's answer to it. `proposed_action`: the run waits until your application reports the outcome of what it proposes. " +
    '`handoff`: the run ends, for a person to take over.',
});
export type Interaction = z.infer<typeof Interaction>;

export const PatchKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must start with a letter and hold lower-case letters, digits and _');

/** RFC 6901. A segment `*` matches every member. */
const JsonPointer = z
  .string()
  .max(512)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON pointer');
const JsonPointers = z.array(JsonPointer).max(64);
/** Leads to one value at most. */
const ExactPointer = JsonPointer.refine(
  (pointer) => pointer !== '' && !pointer.split('/').includes('*'),
  'must lead to one argument',
);

/** Whether a call may be repeated (tool-call.reliability). */
export const Reliability = z
  .strictObject({
    idempotent: z.boolean().meta({
      description: 'The host does nothing for a second call with the same `Idempotency-Key`.',
    }),
    retry: z.enum(['none', 'safe', 'always']).meta({
      id: 'RetryMode',
      description:
        'Whether a call whose outcome is unknown is made again, at most five times in all. `none`: no call is made again, not even one ' +
        'that the host certainly has not received. `safe`: only if the patch is `idempotent`. `always`: yes. With `safe` and `always`, a ' +
        'call that certainly had no effect is made again in any case.',
    }),
    key: z
      .array(ExactPointer)
      .min(1)
      .max(8)
      .optional()
      .meta({
        description:
          'JSON pointers to the arguments by which two calls have the same effect. A second call on the thread with the ' +
          'same values is not made: it gets the result of the first, or is refused while that one is in flight or its ' +
          'outcome is unknown. A gated one is held and shows what it repeats. Patches with a `request` only.',
      }),
  })
  .meta({ id: 'NewReliability', outputId: 'Reliability' });
export type Reliability = z.infer<typeof Reliability>;

const Template = text({ min: 1, max: 1000 });

/** The text that a person reads before deciding. The texts are templates over the arguments. */
export const PatchSummary = z
  .strictObject({
    title: Template.meta({ description: 'Such as `Send {{amount}} {{currency}}`.' }),
    fields: z
      .array(
        z
          .strictObject({
            label: text({ min: 1, max: 100 }).meta({ description: 'The name of the value, such as `To`.' }),
            value: Template.meta({ description: 'A template over the arguments, such as `{{iban}}`.' }),
          })
          .meta({ id: 'NewPatchSummaryField', outputId: 'PatchSummaryField' }),
      )
      .max(32)
      .optional()
      .meta({
        description: 'Values below the title. Arguments that neither shows are added as `Other arguments`.',
      }),
  })
  .meta({ id: 'NewPatchSummary', outputId: 'PatchSummary' });

export type PatchSummary = z.infer<typeof PatchSummary>;

const PriceCredits = CreditAmount.max(1_000_000).meta({ description: 'Charged once, when a call is ok.' });

/** Body of `POST /v1/patches`: the declaration of a capability. */
export const PatchDefinition = z
  .strictObject({
    key: PatchKey.meta({
      description:
        'The name of the tool that the model calls. Publishing a key again makes its next version; `ref` is `key@version`.',
    }),
    description: text({ min: 1, max: 4000, trimmed: true }).meta({
      description: 'Tells the model what the patch does.',
    }),
    interaction: Interaction,
    input_schema: boundedJsonObject(
      { depth: 32, characters: 32_768 },
      `JSON Schema of the arguments, of type object. ${dialectsInWords}`,
    ),
    fill: boundedRecord(ExactPointer, ContextName, { most: 16 })
      .optional()
      .meta({
        description:
          'Arguments that the model does not choose: JSON pointers into `input_schema`, each with the name of the value in the context. ' +
          'The tool of the model lacks them, a call that gives one fails with `invalid_args`, and so does one whose value is missing. ' +
          'They are filled in before the call is validated, and approvers see them like other arguments.',
      }),
    risk: z
      .strictObject({
        base: RiskLevel.meta({ description: 'The risk of every call, unless its agent raises it.' }),
      })
      .meta({ id: 'NewPatchRisk', outputId: 'PatchRisk' })
      .meta({
        description:
          'How dangerous a call is: approvers see it, and policies can use it. An agent can raise it.',
      }),
    reliability: Reliability.meta({ description: 'Whether a call may be made again.' }),
    redact: z
      .strictObject({
        args: JsonPointers.optional().meta({ description: 'JSON pointers to the arguments to hide.' }),
        result: JsonPointers.optional().meta({
          description: 'JSON pointers to the parts of the result to hide.',
        }),
      })
      .meta({ id: 'NewRedaction', outputId: 'Redaction' })
      .optional()
      .meta({ description: 'The values that traces and events hide. The host receives them.' }),
    price_credits: PriceCredits.optional(),
    timeout_seconds: z.int().min(1).max(300).default(30).meta({
      description: 'How long one attempt at a call may take.',
    }),
    summary: PatchSummary.optional().meta({
      description: 'What a person reads before deciding on a held call. Default: the key and all arguments.',
    }),
    request: PatchRequest.optional().meta({
      description:
        'The request that a call makes to the host of the connection. Silent patches only. Default: `POST {base_url}/{key}` with all ' +
        'arguments as its body.',
    }),
    trust: z.enum(['trusted', 'untrusted']).optional().meta({
      id: 'ResultTrust',
      description:
        'What its results are worth where an approver sees from where an argument comes: those of a register of your own are `trusted`, those of a mailbox or a web page are not. Default: `untrusted`.',
    }),
    payment: PaymentDeclaration.optional().meta({
      description:
        'The payment that a call makes. A held call shows it first, and policies judge it. Silent patches only.',
    }),
  })
  .meta({ id: 'PatchDefinition' });
export type PatchDefinition = z.infer<typeof PatchDefinition>;

/** The tool of an MCP server that a patch calls. Only an import sets it. */
export const McpTool = z
  .object({
    connection_id: Uuid.meta({
      description: 'The connection from which the tool was imported, and on which it is called.',
    }),
    tool: z.string(),
    digest: z.string().meta({
      description:
        "SHA-256 of the server's description of the tool. If the description changes, calls are refused.",
    }),
  })
  .meta({ id: 'McpTool' });
export type McpTool = z.infer<typeof McpTool>;

/** The content of a version of a patch. */
export interface PublishedDefinition extends PatchDefinition {
  mcp?: McpTool;
}

/** A published version of a patch: immutable. */
export const Patch = z
  .object({
    ref: PatchRef,
    version: z.int().min(1),
    ...PatchDefinition.shape,
    timeout_seconds: z.int(),
    mcp: McpTool.optional().meta({ description: 'Patches that are imported tools of an MCP server only.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Patch' });
export type Patch = z.infer<typeof Patch>;
