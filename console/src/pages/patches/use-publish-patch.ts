import { useMutation } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import type { Patch, PatchDefinition } from '../../api/schema.ts';

/** Publishes a patch. */
export function usePublishPatch(onPublished: (patch: Patch) => Promise<void>) {
  return useMutation({
    mutationFn: async (body: PatchDefinition) => madeOf(await api.POST('/v1/patches', { body })),
    onSuccess: onPublished,
  });
}
