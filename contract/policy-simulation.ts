import { z } from 'zod';
import { ApprovalPolicyDefinition, ApprovalPolicyRef } from './approval-policy.ts';
import { GateVerdictName } from './gate.ts';
import { PatchRef, Uuid } from './ids.ts';
import { ToolCallStatus } from './run-names.ts';
import { Timestamp } from './timestamp.ts';

/** Simulations: what a policy would have decided about stored calls (approval-policy.simulate). */

/** Upper bounds of one simulation. */
export const simulationBounds = { runs: 10_000, calls: 5000, characters: 32 * 1024 * 1024 };
/** How many examples there are of each verdict, at most. */
export const mostExamples = 10;

/** Body of `POST /v1/approval-policies/{key}/simulate`. */
export const PolicySimulation = z
  .strictObject({
    policy: ApprovalPolicyDefinition.optional().meta({
      description: 'The policy to simulate, without publishing it. Default: the newest version of the key.',
    }),
    from: Timestamp.meta({ description: 'Runs opened at or after this time.' }),
    to: Timestamp.meta({ description: 'Runs opened before this time.' }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after `from`' })
  .meta({ id: 'PolicySimulation' });
export type PolicySimulation = z.infer<typeof PolicySimulation>;

const SimulatedCall = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    patch_ref: PatchRef,
    rule: z.string().nullable().meta({ description: 'The rule that decides; null if none matches.' }),
    limits: z.array(z.string()).meta({ description: 'The limits that it passes, or that cannot count it.' }),
    notes: z.array(z.string()).meta({ description: 'The notes for an approver.' }),
    gate: z.literal('confirm').nullable().meta({ description: 'Whether the call was actually held.' }),
    status: ToolCallStatus.meta({ description: 'The actual status of the call.' }),
  })
  .meta({ id: 'SimulatedCall' });
export type SimulatedCall = z.infer<typeof SimulatedCall>;

/** A call about which two versions decide differently. */
export const DifferentCall = SimulatedCall.extend({
  before: GateVerdictName.meta({ description: 'The verdict of the newest version.' }),
  after: GateVerdictName.meta({
    description: 'The verdict of the simulated version. If both hold the call, they do it in different ways.',
  }),
}).meta({ id: 'DifferentCall' });
export type DifferentCall = z.infer<typeof DifferentCall>;

const Simulated = z
  .object({
    count: z.int(),
    examples: z.array(SimulatedCall).meta({ description: `At most ${mostExamples} examples.` }),
  })
  .meta({ id: 'SimulatedVerdict' });

/** The decisions of a simulated policy. */
export const SimulatedPolicy = z
  .object({
    policy: ApprovalPolicyRef.nullable().meta({ description: 'The version; null if it is not published.' }),
    calls: z
      .int()
      .meta({ description: 'Calls of patches with a gate, in the order in which their runs were opened.' }),
    allow: Simulated,
    hold: Simulated,
    deny: Simulated,
    differences: z
      .object({
        from: ApprovalPolicyRef.meta({ description: 'The newest version of the key.' }),
        count: z.int(),
        examples: z.array(DifferentCall).meta({ description: `At most ${mostExamples} examples.` }),
      })
      .optional()
      .meta({
        description:
          'With `policy`: the calls about which the newest version of the key decides differently. Absent if there is none.',
      }),
    complete: z.boolean().meta({
      description:
        `False if there were more: a simulation ends after ${simulationBounds.runs} runs, ${simulationBounds.calls} calls or ` +
        '32 Mi characters of arguments, or when conditions have taken too much time.',
    }),
  })
  .meta({ id: 'SimulatedPolicy' });
export type SimulatedPolicy = z.infer<typeof SimulatedPolicy>;
