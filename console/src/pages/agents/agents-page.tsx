import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '../../api/schema.ts';
import { agentsQuery } from '../../published/agents-query.ts';
import { FreezeButton } from '../../freezes/freeze-button.tsx';
import { wordsOf } from '../../text/words-of.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { VersionsPage } from '../versions/versions-page.tsx';
import { AgentForm } from './agent-form.tsx';
import { agentParts } from './agent-parts.ts';
import { useArchiveAgent } from './use-archive-agent.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadAgents(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(agentsQuery);
}

/** The published agents, with all versions of each. */
export function AgentsPage() {
  const navigate = useNavigate();
  const { key } = useSearch({ from: '/signed-in/agents' });
  const [archiving, setArchiving] = useState<Agent>();
  const agents = useQuery(agentsQuery);
  const archive = useArchiveAgent();
  return (
    <VersionsPage
      kind={{ one: 'an agent', many: 'Agents' }}
      description="Versions never change. Publishing creates a new version; existing threads keep theirs."
      icon={Bot}
      empty="Publish one to start conversations with it."
      query={agents}
      queryKey={agentsQuery.queryKey}
      chosenKey={key}
      onChoose={(key) => void navigate({ to: '/agents', search: { key }, replace: true })}
      titleOf={(newest) => newest.name}
      aboutOf={({ key, version, model_class }) => `${key} · version ${version} · ${wordsOf(model_class)}`}
      partsOf={agentParts}
      renderAside={(agent) =>
        agent.archived_at === undefined ? (
          <div className="flex gap-2">
            <FreezeButton
              target={{ scope: 'agent', id: agent.key }}
              name={`the agent ${agent.key}`}
              size="small"
            />
            <Button needs="maker" size="small" look="danger" onClick={() => setArchiving(agent)}>
              Archive
            </Button>
          </div>
        ) : (
          <Badge tone="warn">Archived</Badge>
        )
      }
      renderForm={(publishing) => <AgentForm {...publishing} />}
    >
      <ConfirmDialog
        open={archiving !== undefined}
        onOpenChange={() => setArchiving(undefined)}
        title={`Archive version ${archiving?.version} of ${archiving?.key}?`}
        description="It accepts no new threads. Existing threads continue."
        action="Archive"
        danger
        onConfirm={async () => {
          if (archiving !== undefined) await archive.mutateAsync(archiving.id);
        }}
      />
    </VersionsPage>
  );
}
