import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { allPages } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Patch } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { RiskBadge } from '../../ui/state-badge.tsx';
import { byKey } from '../versions/by-key.ts';
import { KeyList } from '../versions/key-list.tsx';
import { VersionsPanel } from '../versions/versions-panel.tsx';
import { definitionOf } from './definition.ts';
import { PatchForm } from './patch-form.tsx';

const queryKey = ['patches'];

/** What agents can call, with all versions of each patch. */
export function PatchesPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { key: wanted } = useSearch({ from: '/signed-in/patches' });
  const [publishing, setPublishing] = useState<'new' | 'version'>();
  const patches = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      await allPages<Patch>(
        async (cursor) =>
          await api.GET('/v1/patches', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
  const groups = byKey(patches.data ?? []);
  const [key, versions] = groups.find(([key]) => key === wanted) ?? groups[0] ?? [];
  const choose = (key: string): void => void navigate({ to: '/patches', search: { key }, replace: true });
  return (
    <Page>
      <PageHeader
        title="Patches"
        description="What agents can call. Versions never change, and an agent keeps the versions it was published with."
        actions={
          <Button look="primary" onClick={() => setPublishing('new')}>
            Publish a patch
          </Button>
        }
      />
      {patches.isPending && <SkeletonLines lines={6} />}
      {patches.isError && <ErrorNotice error={patches.error} onRetry={() => void patches.refetch()} />}
      {key !== undefined && versions !== undefined && (
        <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <KeyList
            label="Patches"
            chosen={key}
            onChoose={choose}
            keys={groups.map(([key, [newest]]) => ({
              key,
              title: key,
              about: newest?.description ?? '',
            }))}
          />
          <VersionsPanel
            key={`${key} ${versions.length}`}
            title={key}
            versions={versions}
            definitionOf={definitionOf}
            renderAside={(patch) => (
              <div className="flex flex-wrap items-center gap-2">
                <RiskBadge risk={patch.risk.base} />
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
        title={publishing === 'version' ? `A new version of ${key}` : 'Publish a patch'}
        className="max-w-2xl"
      >
        <PatchForm
          {...(publishing === 'version' && versions?.[0] !== undefined && { from: versions[0] })}
          onCancel={() => setPublishing(undefined)}
          onPublished={async (patch) => {
            setPublishing(undefined);
            await queries.invalidateQueries({ queryKey });
            choose(patch.key);
          }}
        />
      </Dialog>
    </Page>
  );
}
