import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import { sessionQuery } from '../../session/session.ts';
import { useToasts } from '../../ui/toast.tsx';
import { settingsOf } from './settings-of.ts';
import { settingsQuery, type Settings } from './settings-query.ts';

/** Saves what the form says, and removes the settings. */
export function useSettingsChanges() {
  const queries = useQueryClient();
  const toasts = useToasts();
  /** The rights of the session depend on the settings, which it may no longer be allowed to read. */
  const changed = async (settings?: Settings): Promise<void> => {
    queries.setQueryData(settingsQuery.queryKey, settings);
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const save = useMutation({
    mutationFn: async (form: FormData) =>
      madeOf(await api.PUT('/v1/console/sign-in', { body: settingsOf(form) })),
    onSuccess: async (settings) => {
      toasts.done('Saved', 'Sessions that began at the provider have ended.');
      await changed(settings);
    },
  });
  const remove = useMutation({
    mutationFn: async () => madeOf(await api.DELETE('/v1/console/sign-in')),
    onSuccess: async () => await changed(),
  });
  return { save, remove };
}
