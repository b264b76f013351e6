import { madeAt, newId } from '#store/mongo/ids.ts';
import type { RequestDocument } from '#store/documents/request.ts';

/** The record of a request, made at the moment of its id, with parts of it replaced. */
export function requestRecord(parts: Partial<Omit<RequestDocument, 'created_at'>> = {}): RequestDocument {
  const { _id = newId() } = parts;
  return {
    _id,
    workspace_id: 'w',
    method: 'GET',
    path: '/v1/agents\n"é"',
    route: '/v1/agents',
    status: 200,
    duration_ms: 1,
    product: 'platform',
    origin: 'api',
    replayed: false,
    cost: 0,
    created_at: madeAt(_id),
    ...parts,
  };
}
