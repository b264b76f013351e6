import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { allPages } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Agent } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { byKey } from '../versions/by-key.ts';
import { KeyList } from '../versions/key-list.tsx';
import { VersionsPanel } from '../versions/versions-panel.tsx';
import { AgentForm } from './agent-form.tsx';
import { definitionOf } from './definition.ts';

const queryKey = ['agents'];

/** The published agents, with all versions of each. */
export function AgentsPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { key: wanted } = useSearch({ from: '/signed-in/agents' });
  const [publishing, setPublishing] = useState<'new' | 'version'>();
  const [archiving, setArchiving] = useState<Agent>();
  const agents = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      await allPages<Agent>(
        async (cursor) =>
          await api.GET('/v1/agents', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
  const groups = byKey(agents.data ?? []);
  const [key, versions] = groups.find(([key]) => key === wanted) ?? groups[0] ?? [];
  const choose = (key: string): void => void navigate({ to: '/agents', search: { key }, replace: true });
  const archive = async (id: string): Promise<void> => {
    await api.POST('/v1/agents/{id}/archive', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Page>
      <PageHeader
        title="Agents"
        description="Versions never change. Publishing creates a new version; existing threads keep theirs."
        actions={
          <Button look="primary" onClick={() => setPublishing('new')}>
            Publish an agent
          </Button>
        }
      />
      {agents.isPending && <SkeletonLines lines={6} />}
      {agents.isError && <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.isSuccess && groups.length === 0 && (
        <Card>
          <EmptyState icon={Bot} title="No agent yet">
            Publish one to start conversations with it.
          </EmptyState>
        </Card>
      )}
      {key !== undefined && versions !== undefined && (
        <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <KeyList
            label="Agents"
            chosen={key}
            onChoose={choose}
            keys={groups.map(([key, [newest]]) => ({
              key,
              title: newest?.name ?? key,
              about: `${key} · version ${newest?.version} · ${newest?.model_class}`,
            }))}
          />
          <VersionsPanel
            key={`${key} ${versions.length}`}
            title={key}
            versions={versions}
            definitionOf={definitionOf}
            renderAside={(agent) => (
              <div className="flex flex-wrap items-center gap-2">
                {agent.archived_at !== undefined && <Badge tone="warn">Archived</Badge>}
                {agent.archived_at === undefined && (
                  <Button size="small" look="danger" onClick={() => setArchiving(agent)}>
                    Archive
                  </Button>
                )}
                <Button size="small" onClick={() => setPublishing('version')}>
                  Publish a new version
                </Button>
              </div>
            )}
          />
        </div>
      )}
      <Dialog
        open={publishing !== undefined}
        onOpenChange={() => setPublishing(undefined)}
        title={publishing === 'version' ? `A new version of ${key}` : 'Publish an agent'}
        className="max-w-2xl"
      >
        <AgentForm
          {...(publishing === 'version' && versions?.[0] !== undefined && { from: versions[0] })}
          onCancel={() => setPublishing(undefined)}
          onPublished={async (agent) => {
            setPublishing(undefined);
            await queries.invalidateQueries({ queryKey });
            choose(agent.key);
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={archiving !== undefined}
        onOpenChange={() => setArchiving(undefined)}
        title={`Archive version ${archiving?.version} of ${archiving?.key}?`}
        description="It accepts no new threads. Existing threads go on."
        action="Archive"
        danger
        onConfirm={async () => {
          if (archiving !== undefined) await archive(archiving.id);
        }}
      />
    </Page>
  );
}
