import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { counted } from '../../text/counted.ts';
import type { ApprovalPolicy } from '../../api/schema.ts';
import { policiesQuery } from '../../published/policies-query.ts';
import { partsOf } from '../versions/parts.ts';
import { VersionsPage } from '../versions/versions-page.tsx';
import { PolicyInWords } from './policy-in-words.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadPolicies(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(policiesQuery);
}

/** The published approval policies, with all versions of each. */
export function ApprovalPoliciesPage() {
  const navigate = useNavigate();
  const { key } = useSearch({ from: '/signed-in/approval-policies' });
  const policies = useQuery(policiesQuery);
  return (
    <VersionsPage
      kind={{ one: 'a policy', many: 'Approval policies' }}
      description="Rules that allow, deny or hold calls, with their approvers and limits. A new version applies to all later calls. Calls that are already held keep their version."
      icon={Scale}
      empty="Publish one, and name its key in the gate of an agent's patch."
      query={policies}
      queryKey={policiesQuery.queryKey}
      chosenKey={key}
      onChoose={(key) => void navigate({ to: '/approval-policies', search: { key }, replace: true })}
      titleOf={({ key }) => key}
      aboutOf={({ version, rules, limits = [] }) =>
        `version ${version} · ${counted(rules.length, 'rule')} · ${counted(limits.length, 'limit')}`
      }
      partsOf={(policy) => partsOf(definitionOf(policy), {})}
      renderAside={() => null}
      renderWords={(policy) => <PolicyInWords policy={policy} />}
      publishElsewhere={(from) =>
        void navigate({ to: '/approval-policies/draft', search: from === undefined ? {} : { key: from.key } })
      }
    />
  );
}

/** The published definition, without the members that the service adds. */
export function definitionOf(policy: ApprovalPolicy): Omit<ApprovalPolicy, 'ref' | 'version' | 'created_at'> {
  const { ref: _ref, version: _version, created_at: _created, ...definition } = policy;
  return definition;
}
