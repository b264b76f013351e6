import { z } from 'zod';
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
import { Simulation } from './simulation.ts';

export const simulateApprovalPolicy = endpoint({
  operation: 'simulateApprovalPolicy',
  summary: 'Find out what a policy would have allowed, held and denied among stored calls; nothing changes',
  method: 'post',
  path: '/v1/approval-policies/{key}/simulate',
  access: 'management',
  noun: 'approval policy',
  role: 'maker',
  params: z.object({ key: ApprovalPolicyKey }),
  body: PolicySimulation,
  status: 200,
  data: SimulatedPolicy,
  async handle({ db, schemas }: { db: Database; schemas: SchemaPool }, { caller, params, body, signal }) {
    const { workspace_id } = caller;
    const { policy: given, from, to } = body;
    const newest = given === undefined ? await newestApprovalPolicy(db, workspace_id, params.key) : null;
    if (given === undefined && newest === null) throw notFound('approval policy');
    if (given !== undefined) {
      await checkConditions(schemas, workspace_id, given.rules, 'policy.rules');
    }
    const policy = given ?? (newest === null ? undefined : fromJsonText(newest.definition));
    if (policy === undefined) throw notFound('approval policy');
    const ref = newest?.ref ?? null;
    const simulation = new Simulation(schemas, workspace_id, { key: params.key, ref, policy });
    const period = { from: new Date(from), to: new Date(to) };
    for await (const stored of gatedCalls(db, workspace_id, period, simulationBounds.runs)) {
      signal.throwIfAborted();
      if (stored === null || !(await simulation.add(stored))) return { data: simulation.result(false) };
    }
    return { data: simulation.result(true) };
  },
});
