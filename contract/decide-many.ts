import { z } from 'zod';
import { NotBefore } from './cooling.ts';
import { DecisionDetail } from './decisions.ts';
import { Digest } from './digest.ts';
import { Uuid } from './ids.ts';
import { mostDecided } from './most-decided.ts';
import { Assertion } from './passkey.ts';
import { DecisionName, RunStateName } from './run-names.ts';

const DecisionItem = z
  .strictObject({
    run_id: Uuid,
    tool_call_id: Uuid,
    digest: Digest.optional().meta({
      description: 'The `digest` of what was shown. If something else is held by now, the item is refused.',
    }),
  })
  .meta({ id: 'DecisionItem' });
export type DecisionItem = z.infer<typeof DecisionItem>;

/** Body of `POST /v1/loom/approvals/decide`: one decision of a person on several held calls. */
export const NewDecisions = z
  .strictObject({
    decision: DecisionName,
    items: z
      .array(DecisionItem)
      .min(1)
      .max(mostDecided)
      .superRefine(refuseRepeatedCalls)
      .meta({ description: 'The calls, of any runs. No call twice.' }),
    detail: DecisionDetail,
    assertion: Assertion.optional(),
  })
  .meta({ id: 'NewDecisions' });
export type NewDecisions = z.infer<typeof NewDecisions>;

/** Refuses items that name a call twice. */
export function refuseRepeatedCalls<Item extends { tool_call_id: string }>(
  items: Item[],
  context: z.RefinementCtx<Item[]>,
): void {
  const seen = new Set<string>();
  for (const [index, { tool_call_id }] of items.entries()) {
    if (seen.has(tool_call_id)) {
      const message = 'is named by an item before';
      context.addIssue({ code: 'custom', path: [index, 'tool_call_id'], message });
    }
    seen.add(tool_call_id);
  }
}

const decisionResults = ['accepted', 'refused'] as const;

const DecidedItem = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    result: z.enum(decisionResults).meta({
      description: '`refused`: nothing has changed for this call, for the reason in `code`.',
    }),
    code: z.string().optional().meta({ description: 'As the code of the error of `POST …/confirm`.' }),
    message: z.string().optional(),
    state: RunStateName.optional().meta({ description: 'The state of the run after an accepted decision.' }),
    not_before: NotBefore,
  })
  .meta({ id: 'DecidedItem' });
export type DecidedItem = z.infer<typeof DecidedItem>;

/** The response to a decision on several calls. */
export const DecidedItems = z
  .object({
    decision_id: Uuid.meta({ description: 'Stored with each decision of the request.' }),
    results: z.array(DecidedItem).meta({ description: 'In the order of the items.' }),
  })
  .meta({ id: 'DecidedItems' });
export type DecidedItems = z.infer<typeof DecidedItems>;
