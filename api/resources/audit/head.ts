import type { Statements } from '#adapters/statements/statements.ts';
import { type AuditHead, SignedStatement } from '#contract/audit.ts';
import { firstPreviousHash } from '#contract/audit-chain.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { seal } from '#store/audit/seal.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getAuditHead = endpoint({
  operation: 'getAuditHead',
  summary: 'Get a signed statement of the newest entry of the audit log, to keep outside of the service',
  method: 'get',
  path: '/v1/audit/head',
  access: 'management',
  role: 'auditor',
  noun: 'audit head',
  status: 200,
  data: SignedStatement,
  async handle({ db, statements }: { db: Database; statements: Statements }, { caller }) {
    const { workspace_id: workspace } = caller;
    const chain = await seal(db, workspace);
    const head: AuditHead =
      chain === null
        ? { workspace, seq: 0, hash: firstPreviousHash }
        : { workspace, seq: chain.seq, hash: chain.hash, at: toTimestamp(chain.at) };
    return { data: { jws: statements.sign('audit-head+json', head) } };
  },
});
