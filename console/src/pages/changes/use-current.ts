import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { shownJson } from '#contract/shown-json.ts';

type Change = Schema<'Change'>;

/** What a change would replace, as text to compare it with; empty if there is nothing yet, undefined until it is read. */
export function useCurrent(change: Change): { text?: string; error?: unknown } {
  const query = useQuery({
    queryKey: ['changes', change.id, 'current'],
    queryFn: async ({ signal }) => {
      try {
        const now = await read(change, signal);
        return now === undefined ? '' : shownText(ofBody(now, change));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return '';
        throw error;
      }
    },
  });
  if (query.isError) return { error: query.error };
  return query.isSuccess ? { text: query.data } : {};
}

/** What is compared, with characters that cannot be seen written out. */
export function shownText(value: object): string {
  return shownJson(JSON.stringify(value, null, 2));
}

/** Of what there is now, what the change names, in its order; all of it if it names nothing. */
function ofBody(now: object, { body }: Change): object {
  const names = Object.keys(body);
  if (names.length === 0) return now;
  const fields = new Map<string, unknown>(Object.entries(now));
  return Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])));
}

/** Nothing if there is nothing yet. */
async function read(
  { operation, target: { id }, based_on }: Change,
  signal: AbortSignal,
): Promise<object | undefined> {
  switch (operation) {
    case 'publishAgent': {
      const query = { key: id, limit: 1 };
      return dataOf(await api.GET('/v1/agents', { params: { query }, signal }))[0];
    }
    case 'archiveAgent':
      return dataOf(await api.GET('/v1/agents/{id}', { params: { path: { id } }, signal }));
    case 'publishPatch':
    case 'importTools':
      return based_on === null
        ? undefined
        : dataOf(await api.GET('/v1/patches/{ref}', { params: { path: { ref: based_on } }, signal }));
    case 'publishApprovalPolicy':
      return based_on === null
        ? undefined
        : dataOf(
            await api.GET('/v1/approval-policies/{ref}', { params: { path: { ref: based_on } }, signal }),
          );
    case 'createConnection':
      return undefined;
    case 'updateConnection':
    case 'deleteConnection':
      return dataOf(await api.GET('/v1/connections/{id}', { params: { path: { id } }, signal }));
    case 'putApproverGroup':
    case 'deleteApproverGroup':
      return dataOf(await api.GET('/v1/approver-groups/{key}', { params: { path: { key: id } }, signal }));
    case 'putFourEyes':
      return dataOf(await api.GET('/v1/settings/four-eyes', { signal }));
  }
}
