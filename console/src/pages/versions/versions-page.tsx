import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import { byKey } from './by-key.ts';
import type { KindOfPublished } from './kind-of-published.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { VersionsOfKeys } from './versions-of-keys.tsx';
import type { Published } from './versions-panel.tsx';

/**
 * Everything that was published of one kind: the keys, the versions of the chosen one, and a form to publish another.
 */
export function VersionsPage<Item extends Published>({
  children,
  ...of
}: KindOfPublished<Item> & { children?: ReactNode }) {
  const { kind, query, chosenKey, publishElsewhere } = of;
  const [publishing, setPublishing] = useState<'new' | 'version'>();
  const groups = byKey(query.data ?? []);
  const chosen = groups.find(([key]) => key === chosenKey) ?? groups[0];
  const newest = chosen?.[1][0];
  const publish = (what: 'new' | 'version'): void => {
    if (publishElsewhere === undefined) setPublishing(what);
    else publishElsewhere(what === 'new' ? undefined : newest);
  };
  return (
    <Page>
      <PageHeader
        title={kind.many}
        description={of.description}
        actions={
          <Button needs="maker" look="primary" onClick={() => publish('new')}>
            Publish {kind.one}
          </Button>
        }
      />
      {query.isPending && <SkeletonLines lines={6} />}
      <ReadNotice list={readStateOf(query)} />
      {query.isSuccess && groups.length === 0 && (
        <Card>
          <EmptyState icon={of.icon} title="Nothing published yet">
            {of.empty}
          </EmptyState>
        </Card>
      )}
      {chosen !== undefined && (
        <VersionsOfKeys of={of} groups={groups} chosen={chosen} onPublish={() => publish('version')} />
      )}
      <PublishDialog
        of={of}
        open={publishing !== undefined}
        from={publishing === 'version' ? newest : undefined}
        onClose={() => setPublishing(undefined)}
      />
      {children}
    </Page>
  );
}
