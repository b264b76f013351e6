import { z } from 'zod';
import { Via, vias } from './credential.ts';
import { Actor, Uuid } from './ids.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Changes of the configuration that need two people (change.*). */

/** Kinds of configuration for which a workspace can require two people. */
export const guardedKinds = [
  'agents',
  'patches',
  'connections',
  'policies',
  'groups',
  'credentials',
  'passkeys',
  'payees',
  'freeze',
] as const;
export type GuardedKind = (typeof guardedKinds)[number];

/** The kinds of proposed changes: guarded configuration, or the settings that guard it. */
export const changeKinds = [...guardedKinds, 'four_eyes'] as const;
export type ChangeKind = (typeof changeKinds)[number];
export const ChangeKindName = z.enum(changeKinds).meta({ id: 'ChangeKind' });

/** The operations that are proposed, by the kind of what they change. Their names are those of the reference. */
export const operationsOfKind = {
  agents: ['publishAgent', 'archiveAgent'],
  patches: ['publishPatch', 'importTools'],
  connections: ['createConnection', 'updateConnection', 'deleteConnection'],
  policies: ['publishApprovalPolicy'],
  groups: ['putApproverGroup', 'deleteApproverGroup'],
  credentials: [
    'createApiKey',
    'deleteApiKey',
    'createSigningKey',
    'deleteSigningKey',
    'putConsoleSignIn',
    'removeConsoleSignIn',
    'updateMcpSettings',
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookSecret',
  ],
  passkeys: ['enrolPasskey', 'putPasskeySettings'],
  payees: ['createPayee', 'updatePayee', 'deletePayee'],
  freeze: ['liftFreeze'],
  four_eyes: ['putFourEyes'],
} as const satisfies Record<ChangeKind, readonly string[]>;
export type ChangeOperation = (typeof operationsOfKind)[ChangeKind][number];

/** The kind of what an operation changes. */
export const kindOfOperation = Object.fromEntries(
  changeKinds.flatMap((kind) => operationsOfKind[kind].map((operation) => [operation, kind])),
) as Record<ChangeOperation, ChangeKind>;

/** `proposed` until somebody has decided. */
export const changeStates = ['proposed', 'approved', 'rejected'] as const;
export type ChangeState = (typeof changeStates)[number];
export const ChangeStateName = z.enum(changeStates).meta({ id: 'ChangeState' });

const guarded = (what: string) =>
  z
    .boolean()
    .default(false)
    .meta({ description: `Whether a change of ${what} needs two actors. Default: false.` });

const guardedFields = {
  agents: guarded('an agent'),
  patches: guarded('a patch'),
  connections: guarded('a connection'),
  policies: guarded('an approval policy'),
  groups: guarded('an approver group'),
  credentials: guarded(
    'credentials: API keys, signing keys, the sign-in to the console, the MCP settings and webhook endpoints',
  ),
  passkeys: guarded('passkeys: the first one of an actor, and where they are used'),
  payees: guarded('a payee, except blocking it'),
  freeze: guarded('a freeze: lifting it'),
};

const ChangeVias = z
  .array(Via)
  .min(1)
  .max(vias.length)
  .refine((names) => new Set(names).size === names.length, 'must name each way once')
  .meta({
    description:
      'How both who propose and who approve have to be known. Default: in any way. The holder of one API key can name two actors.',
  });

/** The ways in which a person can be known who approves a change: a session token decides on none, and no passkey signs one. */
const approvingVias: readonly Via[] = ['api_key', 'console'];

/** Body of `PUT /v1/settings/four-eyes`: it replaces the settings. */
export const NewFourEyes = z
  .strictObject({
    ...guardedFields,
    via: ChangeVias.refine(
      (names) => names.some((name) => approvingVias.includes(name)),
      'must name api_key or console: nobody else can approve a change',
    ).optional(),
  })
  .meta({ id: 'NewFourEyes' });
export type NewFourEyes = z.infer<typeof NewFourEyes>;

export const FourEyes = z
  .object({
    agents: z.boolean(),
    patches: z.boolean(),
    connections: z.boolean(),
    policies: z.boolean(),
    groups: z.boolean(),
    credentials: z.boolean(),
    passkeys: z.boolean(),
    payees: z.boolean(),
    freeze: z.boolean(),
    via: ChangeVias.optional(),
    updated_at: Timestamp.optional().meta({ description: 'Absent until the settings are changed.' }),
  })
  .meta({ id: 'FourEyes' });
export type FourEyes = z.infer<typeof FourEyes>;

/** The resource that a change concerns or has created. */
export const ChangeTarget = z
  .object({
    kind: z
      .enum([
        'agent',
        'patch',
        'connection',
        'approval_policy',
        'approver_group',
        'api_key',
        'signing_key',
        'webhook_endpoint',
        'passkey',
        'payee',
        'freeze',
        'settings',
      ])
      .meta({ id: 'ChangeTargetKind' }),
    id: z.string(),
  })
  .meta({ id: 'ChangeTarget' });
export type ChangeTarget = z.infer<typeof ChangeTarget>;

/** The person who proposed a change or decided on it. */
export const ChangeActor = z
  .object({
    actor: Actor.optional().meta({ description: 'Absent if the request named no person.' }),
    via: Via,
  })
  .meta({ id: 'ChangeActor' });
export type ChangeActor = z.infer<typeof ChangeActor>;

const Reason = text({ min: 1, max: 1000, trimmed: true });

/** Body of `POST /v1/changes/{id}/reject`. */
export const ChangeRejection = z.strictObject({ reason: Reason.optional() }).meta({ id: 'ChangeRejection' });

export const Change = z
  .object({
    id: Uuid,
    kind: ChangeKindName,
    operation: z
      .enum(Object.values(operationsOfKind).flat() as [ChangeOperation, ...ChangeOperation[]])
      .meta({ description: 'The operation that was requested.' }),
    target: ChangeTarget.meta({
      description: 'The resource to change: by its key, if it has versions or is a group, or by its id.',
    }),
    body: z.record(z.string(), z.unknown()).meta({
      description:
        'The request body, with its defaults. For a connection it has the type of `auth` and the names of `headers`, never a secret. With `importTools`, it is the patch to publish.',
    }),
    based_on: z.string().nullable().meta({
      description:
        'The version of the target when the change was proposed; null if there was none. If the target has changed since then, the change cannot be approved.',
    }),
    state: ChangeStateName,
    proposed: ChangeActor,
    created_at: Timestamp,
    decided: ChangeActor.extend({ at: Timestamp, reason: Reason.optional() })
      .meta({ id: 'ChangeDecision' })
      .optional()
      .meta({ description: 'The person who approved or rejected it.' }),
    secret: z.string().optional().meta({
      description:
        'The key or secret that a proposed credential will have, shown only in the response to its proposal. It does not work before the change is approved.',
    }),
    result: ChangeTarget.optional().meta({
      description:
        'The resource that an approved change has published, created, changed or deleted: by `key@version`, key or id.',
    }),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;
