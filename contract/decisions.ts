import { z } from 'zod';
import { Digest } from './digest.ts';
import { Uuid } from './ids.ts';
import { boundedJsonObject, deepestJson } from './json.ts';
import { runStates } from './run-state.ts';

const Detail = boundedJsonObject(
  { depth: deepestJson, characters: 65_536 },
  'Recorded with the call, and passed to the model.',
).optional();

/** Body of `POST …/confirm`: a person's decision on a held call. */
export const NewDecision = z
  .strictObject({
    tool_call_id: Uuid,
    decision: z.enum(['approve', 'reject']),
    detail: Detail,
    digest: Digest.optional().meta({
      description:
        'The `digest` of what was shown. If something else is held by now, the decision is refused as ' +
        '`stale_confirmation`.',
    }),
  })
  .meta({ id: 'NewDecision' });
export type NewDecision = z.infer<typeof NewDecision>;

/** Body of `POST …/withdraw`: an actor takes the own approval of a held call back. */
export const Withdrawal = z.strictObject({ tool_call_id: Uuid }).meta({ id: 'Withdrawal' });

/** Body of `POST …/outcome`: the outcome of an action that the service could not perform itself. */
export const NewOutcome = z
  .strictObject({ tool_call_id: Uuid, state: z.enum(['occurred', 'failed']), detail: Detail })
  .meta({ id: 'NewOutcome' });
export type NewOutcome = z.infer<typeof NewOutcome>;

/** The response to an accepted decision, outcome or cancellation (202). */
export const AcceptedForRun = z
  .object({ run_id: Uuid, state: z.enum(runStates) })
  .meta({ id: 'AcceptedForRun' });
export type AcceptedForRun = z.infer<typeof AcceptedForRun>;
