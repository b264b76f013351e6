import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { actAs } from '../api/client.ts';
import { tellOtherTabs } from '../session/other-tabs.ts';
import { sessionQuery, signOut } from '../session/session.ts';
import { useToasts } from '../ui/toast.tsx';

/** Signs out, and forgets all that was loaded. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      tellOtherTabs(null);
      actAs(undefined);
      await navigate({ to: '/sign-in' });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
    onError: (error) => toasts.failed('Not signed out', error),
  });
  return () => leave.mutate();
}
