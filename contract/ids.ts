import { z } from 'zod';
import { personName } from './person-name.ts';

/** The forms of ids (id.*). The store creates them. */

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** UUID in its canonical lower-case form; version 7 if created here. */
export const Uuid = z.string().regex(uuidPattern, 'must be a UUID').meta({ format: 'uuid' });

/** `agent_` and 32 hex characters: one exact published version. */
export const AgentId = z.string().regex(/^agent_[0-9a-f]{32}$/, 'must be an agent id');

/** `evt_` and 32 hex characters. */
export const EventId = z.string().regex(/^evt_[0-9a-f]{32}$/, 'must be an event id');

/** `key_` and 24 base62 characters: the `kid` of session tokens. */
export const SigningKeyId = z.string().regex(/^key_[0-9A-Za-z]{24}$/, 'must be the id of a signing key');

/** The id that the decisions of one request on several calls have in common. */
export const DecisionId = Uuid.optional().meta({
  description: 'Shared by the decisions of one request on several calls.',
});

/** `key@version`. */
export const PatchRef = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}@[1-9][0-9]{0,8}$/, 'must be a patch reference, key@version');

/** The acting end user, as the caller names them. */
export const SubjectRef = personName();

/** The person behind a request, as the caller names them: the subject, unless a header or a claim names another. */
export const Actor = personName();

/** The name of an approval policy, whose versions are `key@version`. */
export const ApprovalPolicyKey = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must start with a letter and hold lower-case letters, digits, _ and -');
