import { ApprovalPolicy, ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import {
  findApprovalPolicyOfId,
  publishApprovalPolicy as publish,
  toApprovalPolicy,
} from '#store/approval-policies/policies.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { checkConditions } from './check-conditions.ts';

export const publishApprovalPolicy = endpoint({
  operation: 'publishApprovalPolicy',
  summary: 'Publish a version of an approval policy, which applies to all later calls',
  method: 'post',
  path: '/v1/approval-policies',
  access: 'management',
  role: 'admin',
  noun: 'approval policy',
  body: ApprovalPolicyDefinition,
  manyValues: true,
  status: 201,
  proposes: true,
  otherStatus: { status: 200, description: "The definition equals that of the key's newest version." },
  data: ApprovalPolicy,
  async handle({ db, schemas }: { db: Database; schemas: SchemaPool }, call) {
    const { caller, body, resource } = call;
    const { workspace_id } = caller;
    const made = resource.mayExist ? await findApprovalPolicyOfId(db, workspace_id, resource.id) : null;
    if (made !== null) return { data: toApprovalPolicy(made) };
    await checkConditions(schemas, workspace_id, body.rules);
    return await orPropose(
      db,
      call,
      () => ({ operation: 'publishApprovalPolicy', target: body.key, body }),
      async () => {
        const { policy, published } = await publish(db, caller, body, resource.id);
        const data = toApprovalPolicy(policy);
        return published ? { data } : { data, status: 200 };
      },
    );
  },
});
