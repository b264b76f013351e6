import { z } from 'zod';
import { Actor } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** What happens to a held call on which nobody has decided in time: its run closes, or it is declined and the run goes on. */
export const expiryActions = ['close', 'reject'] as const;
export type ExpiryAction = (typeof expiryActions)[number];

/**
 * How an actor is known: the holder of an API key says who acted, the customer's backend has signed it in a session token, or
 * the person is signed in to the console.
 */
export const actorVias = ['api_key', 'token', 'console'] as const;
export type ActorVia = (typeof actorVias)[number];
export const ActorViaName = z.enum(actorVias);

/** The most approvals that one stage of a gate can require. */
export const mostApprovals = 5;

/** What a gate decided about a call. */
export const gateVerdicts = ['allow', 'deny', 'hold'] as const;
export type GateVerdict = (typeof gateVerdicts)[number];

/** What applied to a call when it was made, as it is recorded with it. Later changes do not change it. */
export const GateRule = z
  .union([
    z.object({ type: z.literal('confirm'), verdict: z.enum(['allow', 'hold']) }),
    z.object({
      policy: z.string().meta({ description: 'The version that applied: `key@version`.' }),
      verdict: z.enum(gateVerdicts),
      rule: z.string().nullable().meta({ description: 'The rule that decided; null if none matched.' }),
      limits: z
        .array(z.string())
        .meta({ description: 'The limits that were passed, or could not be counted.' }),
    }),
  ])
  .meta({ id: 'GateRule', description: 'What applied to the call when it was made.' });
export type GateRule = z.infer<typeof GateRule>;

/** An approval that counts. */
export const GivenApproval = z.object({ actor: Actor, via: ActorViaName, at: Timestamp });
export type GivenApproval = z.infer<typeof GivenApproval>;
