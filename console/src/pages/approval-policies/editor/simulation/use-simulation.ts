import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../../api/client.ts';
import type { ApprovalPolicyDefinition } from '../../../../api/schema.ts';
import type { Draft } from '../model/draft.ts';

export const dayMs = 86_400_000;

/** A simulation: a draft, and its first and last day in UTC, both included. */
export interface Simulated {
  draft: Draft;
  from: string;
  to: string;
}

/** Simulates a draft of the policy of a key. */
export function useSimulation(key: string) {
  return useMutation({
    mutationFn: async ({ draft, from, to }: Simulated) => {
      const answer = await api.POST('/v1/approval-policies/{key}/simulate', {
        params: { path: { key } },
        body: {
          policy: draft as unknown as ApprovalPolicyDefinition,
          from: new Date(from).toISOString(),
          to: new Date(Date.parse(to) + dayMs).toISOString(),
        },
      });
      return dataOf(answer);
    },
  });
}
