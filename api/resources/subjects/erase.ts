import { z } from 'zod';
import type { ErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { Erasure } from '#contract/erasure.ts';
import { SubjectRef } from '#contract/ids.ts';
import type { Database } from '#store/mongo/database.ts';
import { beginErasure, markThreads, toErasure } from '#store/erasures/erasures.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

/** How long the request marks threads. A worker marks the rest. */
const markingMs = 3000;

export const eraseSubject = endpoint({
  operation: 'eraseSubject',
  summary:
    'Erase all data of a subject, after cancelling its open runs. Returns the erasure that is already running, if there is one',
  method: 'delete',
  path: '/v1/subjects/{subject_ref}',
  access: 'management',
  noun: 'subject',
  role: 'admin',
  params: z.object({ subject_ref: SubjectRef }),
  status: 202,
  data: Erasure,
  async handle(
    { db, erasureWorkflows }: { db: Database; erasureWorkflows: ErasureWorkflows },
    { caller, params, resource, log },
  ) {
    const { workspace_id, actor, credential } = caller;
    const erasure = await beginErasure(db, { workspace_id, actor, credential, ...params }, resource.id);
    const end = performance.now() + markingMs;
    try {
      await Promise.all([
        markThreads(db, erasure, () => performance.now() > end),
        erasureWorkflows.start({ erasure_id: erasure._id, workspace_id }),
      ]);
    } catch (error) {
      // The erasure is stored, and the sweep starts it.
      log.warn({ err: error, erasure_id: erasure._id }, 'the erasure could not be started yet');
    }
    return { data: toErasure(erasure) };
  },
});
