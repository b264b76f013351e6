import { AuditEntry, AuditTypeName } from '#contract/audit.ts';
import { periodFields } from '#contract/usage.ts';
import { listAuditEntries } from '#store/audit/entries.ts';
import { toAuditEntry } from '#store/audit/entry-hash.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

const period = periodFields({ from: 'Only entries of this time or later. Default: all.' });

export const listAudit = listEndpoint({
  operation: 'listAudit',
  summary: 'List the audit log of the workspace in the order of its chain, oldest first',
  path: '/v1/audit',
  role: 'auditor',
  noun: 'audit entry',
  filters: {
    from: period.from,
    to: period.to.meta({
      description: 'Only entries before this time. Default: all.',
      override: { type: 'string', format: 'date-time' },
    }),
    type: AuditTypeName.optional(),
  },
  item: AuditEntry,
  read: async ({ db }: { db: Database }, filter, limit, after?: number) =>
    await listAuditEntries(db, filter, limit, after),
  present: toAuditEntry,
});
