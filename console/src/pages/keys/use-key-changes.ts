import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, madeOf } from '../../api/client.ts';
import { apiKeyBody } from './api-key-body.ts';
import { apiKeysQuery, signingKeysQuery } from './queries.ts';
import type { ShownOnce } from './secret-once.tsx';
import { signingKeyBody } from './signing-key-body.ts';

/** A key that somebody else has to approve first: its secret is shown now, and only now. */
function proposedKey({ target, secret }: { target: { id: string }; secret?: string }): ShownOnce {
  return { id: target.id, ...(secret !== undefined && { secret }) };
}

/** Creates and deletes API keys. */
export function useApiKeyChanges() {
  const queries = useQueryClient();
  const onSuccess = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: apiKeysQuery.options.queryKey });
  const create = useMutation({
    mutationFn: async (form: FormData): Promise<ShownOnce> => {
      const made = dataOf(await api.POST('/v1/api-keys', { body: apiKeyBody(form) }));
      return 'key' in made ? { id: made.id, secret: made.key } : proposedKey(made);
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (id: string) =>
      madeOf(await api.DELETE('/v1/api-keys/{id}', { params: { path: { id } } })),
    onSuccess,
  });
  return { create, remove };
}

/** Registers or generates signing keys, and deletes them. */
export function useSigningKeyChanges() {
  const queries = useQueryClient();
  const onSuccess = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: signingKeysQuery.options.queryKey });
  const create = useMutation({
    mutationFn: async (form: FormData): Promise<ShownOnce> => {
      const key = dataOf(await api.POST('/v1/signing-keys', { body: signingKeyBody(form) }));
      if ('operation' in key) return proposedKey(key);
      return { id: key.id, ...('secret' in key && key.secret !== undefined && { secret: key.secret }) };
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (id: string) =>
      madeOf(await api.DELETE('/v1/signing-keys/{id}', { params: { path: { id } } })),
    onSuccess,
  });
  return { create, remove };
}
