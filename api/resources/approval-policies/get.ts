import { z } from 'zod';
import { ApprovalPolicy, ApprovalPolicyRef } from '#contract/approval-policy.ts';
import { notFound } from '#contract/errors.ts';
import { findApprovalPolicy, toApprovalPolicy } from '#store/approval-policies/policies.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getApprovalPolicy = endpoint({
  operation: 'getApprovalPolicy',
  summary: 'Get one published version of an approval policy',
  method: 'get',
  path: '/v1/approval-policies/{ref}',
  access: 'management',
  role: 'viewer',
  noun: 'approval policy',
  params: z.object({ ref: ApprovalPolicyRef.meta({ description: '`key@version`' }) }),
  status: 200,
  data: ApprovalPolicy,
  async handle({ db }: { db: Database }, { caller, params }) {
    const policy = await findApprovalPolicy(db, caller.workspace_id, params.ref);
    if (policy === null) throw notFound('approval policy');
    return { data: toApprovalPolicy(policy) };
  },
});
