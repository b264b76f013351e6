import { z } from 'zod';
import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import { ApprovalPolicyKey } from '#contract/ids.ts';
import { notFound } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { PolicySimulation, simulationBounds, SimulatedPolicy } from '#contract/policy-simulation.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { newestApprovalPolicy } from '#store/approval-policies/policies.ts';
import { gatedCalls } from '#store/approval-policies/stored-calls.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { checkConditions } from './check-conditions.ts';
import { Differences } from './differences.ts';
import { Simulation } from './simulation.ts';

type Definition = Pick<ApprovalPolicyDefinition, 'rules' | 'limits'>;

export const simulateApprovalPolicy = endpoint({
  operation: 'simulateApprovalPolicy',
  summary:
    'Simulate a policy on stored calls, to see which it would have allowed, held and denied; nothing changes',
  method: 'post',
  path: '/v1/approval-policies/{key}/simulate',
  access: 'management',
  noun: 'approval policy',
  role: 'maker',
  params: z.object({ key: ApprovalPolicyKey }),
  body: PolicySimulation,
  manyValues: true,
  status: 200,
  data: SimulatedPolicy,
  async handle({ db, schemas }: { db: Database; schemas: SchemaPool }, { caller, params, body, signal }) {
    const { workspace_id } = caller;
    const { policy: given, from, to } = body;
    const newest = await newestApprovalPolicy(db, workspace_id, params.key);
    if (given === undefined && newest === null) throw notFound('approval policy');
    if (given !== undefined) {
      await checkConditions(schemas, workspace_id, given.rules, 'policy.rules');
    }
    const budget = schemas.turnBudget();
    const simulationOf = (policy: Definition, ref: string | null) =>
      new Simulation(schemas, workspace_id, { key: params.key, ref, policy }, budget);
    const published = newest === null ? undefined : simulationOf(fromJsonText(newest.definition), newest.ref);
    const simulation = given === undefined ? published : simulationOf(given, null);
    if (simulation === undefined) throw notFound('approval policy');
    const differences = given === undefined || newest === null ? undefined : new Differences(newest.ref);
    const period = { from: new Date(from), to: new Date(to) };
    const stored = gatedCalls(db, workspace_id, period, simulationBounds.runs);
    const result = (complete: boolean) => ({
      data: { ...simulation.result(complete), ...defined({ differences: differences?.result() }) },
    });
    for await (const call of stored) {
      signal.throwIfAborted();
      if (call === null) return result(false);
      // First the one that is there: what it decides is part of the answer only beside the other's.
      const before = differences && (await published?.add(call));
      if (differences && before === undefined) return result(false);
      const after = await simulation.add(call);
      if (after === undefined) return result(false);
      if (before !== undefined) differences?.add(before, after);
    }
    return result(true);
  },
});
