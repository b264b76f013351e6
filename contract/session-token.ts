import { z } from 'zod';
import { SubjectRef } from './ids.ts';

/** Session tokens: JWTs that a workspace's backend signs for one of its subjects (auth.token.*). */

/** `aud` of every session token. */
export const sessionAudience = 'loom';
/** From `iat` to `exp` at most. */
export const longestSessionSeconds = 3600;
/** How far the clocks of customer and service may be apart. */
export const clockToleranceSeconds = 30;

/** What could not be stored as it is would not stay apart from other subjects: NUL, halves of surrogate pairs. */
const Subject = SubjectRef.refine((text) => text.isWellFormed() && !text.includes('\0'));

/** Claims of a session token. That it is due, and meant for this service, is checked with its signature. */
export const SessionClaims = z
  .object({
    sub: Subject,
    iat: z.number(),
    exp: z.number(),
    /** Id of the one connection that the token is for. */
    connection: z.string().optional(),
    /** Restricts the token to one agent. */
    agent_id: z.string().optional(),
    /** `full`: traces show what the model and the hosts were sent. Anything else is as good as nothing. */
    trace: z.unknown().optional(),
  })
  .refine(({ iat, exp }) => exp - iat <= longestSessionSeconds);
export type SessionClaims = z.infer<typeof SessionClaims>;
