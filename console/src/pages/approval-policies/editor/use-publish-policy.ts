import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, madeOf } from '../../../api/client.ts';
import type { ApprovalPolicy, ApprovalPolicyDefinition } from '../../../api/schema.ts';
import { policiesQuery } from '../../../published/policies-query.ts';
import { useToasts } from '../../../ui/toast.tsx';
import type { Draft } from './model/draft.ts';

/** Publishes a draft, and goes to the policy. */
export function usePublishPolicy(newest: ApprovalPolicy | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return useMutation({
    // The API decides whether it is valid.
    mutationFn: async (draft: Draft) =>
      madeOf(
        await api.POST('/v1/approval-policies', {
          body: draft as unknown as ApprovalPolicyDefinition,
        }),
      ),
    onSuccess: async ({ ref, key }) => {
      toasts.done(ref === newest?.ref ? `${ref} says the same: nothing is published` : `Published ${ref}`);
      await queries.invalidateQueries({ queryKey: policiesQuery.queryKey });
      await navigate({ to: '/approval-policies', search: { key } });
    },
  });
}
