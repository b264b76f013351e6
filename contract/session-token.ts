import { z } from 'zod';
import { Context } from './context.ts';
import { Actor, SubjectRef } from './ids.ts';

/** Session tokens: JWTs that a workspace's backend signs for one of its subjects (auth.token.*). */

/** `aud` of every session token. */
export const sessionAudience = 'loom';
/** The longest time from `iat` to `exp`. */
export const longestSessionSeconds = 3600;
/** How far the clocks of customer and service may differ. */
export const clockToleranceSeconds = 30;

/** Claims of a session token. Its validity period and audience are checked together with its signature. */
export const SessionClaims = z
  .object({
    sub: SubjectRef,
    /** The person behind the subject's requests, such as an approver. Default: the subject. */
    actor: Actor.optional(),
    iat: z.number(),
    exp: z.number(),
    /** Id of the only connection that the token allows. */
    connection: z.string().optional(),
    /** Restricts the token to one agent. */
    agent_id: z.string().optional(),
    /** Facts that the backend vouches for, for the threads and messages that are posted with the token. */
    context: Context.optional(),
    /** `full`: traces show what the model and the hosts were sent. Any other value is ignored. */
    trace: z.unknown().optional(),
    /**
     * The `jti` of the request token that a login bridge answers with it. Such a token signs its subject in to that one
     * authorization of an MCP client, and opens nothing else.
     */
    request_jti: z.unknown().optional(),
  })
  .refine(({ iat, exp }) => exp >= iat && exp - iat <= longestSessionSeconds);
export type SessionClaims = z.infer<typeof SessionClaims>;
