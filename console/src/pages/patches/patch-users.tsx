import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Patch } from '../../api/schema.ts';
import { agentsQuery } from '../../published/agents-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { usersOf } from './users-of.ts';

/** Which agents use a patch, and which version of it: what a new version does not change until they are published with it. */
export function PatchUsers({ patch: { key, version } }: { patch: Patch }) {
  const { data } = useQuery(agentsQuery);
  const users = useMemo(() => (data === undefined ? undefined : usersOf(key, data)), [key, data]);
  if (users === undefined) return null;
  return (
    <section aria-label="Used by">
      <h3 className="mb-1.5 text-note font-medium">Used by</h3>
      {users.length === 0 && <p className="text-note text-muted">No agent uses it.</p>}
      <ul className="flex flex-wrap gap-2">
        {users.map(({ agent, version: used }) => (
          <li key={agent.id}>
            <Link
              to="/agents"
              search={{ key: agent.key }}
              className="flex items-center gap-2 rounded-lg border px-2.5 py-1 text-note hover:bg-hover"
            >
              {agent.name}
              <Badge tone={used === version ? 'good' : 'neutral'}>version {used}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
