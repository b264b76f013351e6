import type { ApprovalPolicy } from '../api/schema.ts';

/** The newest version of each key, in the order of the keys. */
export function newestOf(policies: readonly ApprovalPolicy[]): ApprovalPolicy[] {
  const newest = new Map<string, ApprovalPolicy>();
  for (const policy of policies) {
    const known = newest.get(policy.key);
    if (known === undefined || known.version < policy.version) newest.set(policy.key, policy);
  }
  return [...newest.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}

/** The keys of the groups that a policy names. */
export function groupsOf({ rules, limits = [] }: Pick<ApprovalPolicy, 'rules' | 'limits'>): Set<string> {
  const stages = [...rules, ...limits].flatMap(({ stages = [] }) => stages);
  return new Set(
    stages.flatMap(({ group, escalate_to }) => [group, escalate_to]).filter((key) => key !== undefined),
  );
}
