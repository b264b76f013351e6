import { z } from 'zod';
import { NotBefore } from './cooling.ts';
import { Digest } from './digest.ts';
import { Uuid } from './ids.ts';
import { boundedJsonObject, deepestJson } from './json.ts';
import { mostParts } from './json-parts.ts';
import { Assertion } from './passkey.ts';
import { DecisionName, OutcomeState, RunStateName } from './run-names.ts';

/** The note with a decision, or with an outcome. */
export const DecisionDetail = boundedJsonObject(
  { depth: deepestJson, characters: 65_536, parts: mostParts },
  'Recorded with the call, and passed to the model.',
).optional();

const digestOfShown = (what: string) =>
  Digest.optional().meta({
    description: `The \`digest\` of what was shown. If another call is held instead, the ${what} is refused as \`stale_confirmation\`.`,
  });

/** Body of `POST …/confirm`: a person's decision on a held call. */
export const NewDecision = z
  .strictObject({
    tool_call_id: Uuid,
    decision: DecisionName,
    detail: DecisionDetail,
    digest: digestOfShown('decision'),
    assertion: Assertion.optional(),
  })
  .meta({ id: 'NewDecision' });
export type NewDecision = z.infer<typeof NewDecision>;

/** Body of `POST …/revise`: an approver corrects the arguments of a held call. */
export const NewRevision = z
  .strictObject({
    tool_call_id: Uuid,
    args: boundedJsonObject(
      { depth: deepestJson, characters: 262_144, parts: mostParts },
      'All arguments. `[redacted]`, where it is shown, stands for the stored value.',
    ),
    detail: DecisionDetail,
    digest: digestOfShown('revision'),
  })
  .meta({ id: 'NewRevision' });
export type NewRevision = z.infer<typeof NewRevision>;

/** Body of `POST …/withdraw`: an actor takes the own approval of a held call back. */
export const Withdrawal = z.strictObject({ tool_call_id: Uuid }).meta({ id: 'Withdrawal' });

/** Body of `POST …/outcome`: the outcome of an action that the service could not perform itself. */
export const NewOutcome = z
  .strictObject({ tool_call_id: Uuid, state: OutcomeState, detail: DecisionDetail })
  .meta({ id: 'NewOutcome' });
export type NewOutcome = z.infer<typeof NewOutcome>;

/** The response to an accepted outcome, withdrawal or cancellation (202). */
export const AcceptedForRun = z.object({ run_id: Uuid, state: RunStateName }).meta({ id: 'AcceptedForRun' });
export type AcceptedForRun = z.infer<typeof AcceptedForRun>;

/** The response to an accepted decision on a held call (202). */
export const AcceptedDecision = AcceptedForRun.extend({ not_before: NotBefore }).meta({
  id: 'AcceptedDecision',
});
export type AcceptedDecision = z.infer<typeof AcceptedDecision>;

/** The response to an accepted revision (202). */
export const RevisedCall = AcceptedForRun.extend({
  tool_call_id: Uuid.meta({ description: 'The call that has replaced the revised one.' }),
  revised_from: Uuid,
  same_args: z.boolean().meta({ description: 'Whether the arguments are those that were shown.' }),
  not_before: NotBefore,
}).meta({ id: 'RevisedCall' });
export type RevisedCall = z.infer<typeof RevisedCall>;
