import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { KeyList } from './key-list.tsx';
import type { Part } from './parts.ts';
import { type Published, VersionsPanel } from './versions-panel.tsx';

/** What a form that publishes is given. */
export interface PublishingProps<Item> {
  /** The version to begin with. */
  from?: Item;
  onPublished: (item: Item) => Promise<void>;
  onCancel: () => void;
}

/**
 * Everything that was published of one kind: the keys, the versions of the chosen one, and a form to publish another.
 */
export function VersionsPage<Item extends Published>({
  kind,
  description,
  icon,
  empty,
  query,
  queryKey,
  chosenKey,
  onChoose,
  titleOf,
  aboutOf,
  partsOf,
  renderAside,
  renderElsewhere,
  renderWords,
  renderForm,
  publishElsewhere,
  children,
}: {
  /** "an agent" and "Agents". */
  kind: { one: string; many: string };
  description: string;
  icon: LucideIcon;
  /** What to do where nothing is published. */
  empty: string;
  /** All versions of all keys. */
  query: UseQueryResult<Item[]>;
  /** Under which {@link query} is cached. */
  queryKey: string[];
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
  titleOf: (newest: Item) => string;
  aboutOf: (newest: Item) => string;
  /** What was published, without what the service added. */
  partsOf: (item: Item) => Part[];
  /** What else is known of the version shown, and what can be done with it. */
  renderAside: (item: Item) => ReactNode;
  /** Where new versions of this one are made; undefined for one that is published by hand. */
  renderElsewhere?: (newest: Item) => ReactNode;
  /** A version in words, above its JSON. */
  renderWords?: (item: Item) => ReactNode;
  /** The form that publishes, in a dialog. */
  renderForm?: (publishing: PublishingProps<Item>) => ReactNode;
  /** Goes to the page that publishes, from a version or from nothing, where the form takes a page of its own. */
  publishElsewhere?: (from: Item | undefined) => void;
  children?: ReactNode;
}) {
  const queries = useQueryClient();
  const [publishing, setPublishing] = useState<'new' | 'version'>();
  const groups = byKey(query.data ?? []);
  const [key, versions] = groups.find(([key]) => key === chosenKey) ?? groups[0] ?? [];
  const newest = versions?.[0];
  const elsewhere = newest === undefined ? undefined : renderElsewhere?.(newest);
  const publish = (what: 'new' | 'version'): void => {
    if (publishElsewhere === undefined) setPublishing(what);
    else publishElsewhere(what === 'new' ? undefined : newest);
  };
  return (
    <Page>
      <PageHeader
        title={kind.many}
        description={description}
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
          <EmptyState icon={icon} title="Nothing published yet">
            {empty}
          </EmptyState>
        </Card>
      )}
      {key !== undefined && versions !== undefined && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <KeyList
            label={kind.many}
            chosen={key}
            onChoose={onChoose}
            keys={groups.flatMap(([key, [newest]]) =>
              newest === undefined ? [] : [{ key, title: titleOf(newest), about: aboutOf(newest) }],
            )}
          />
          <VersionsPanel
            key={`${key} ${versions.length}`}
            title={key}
            versions={versions}
            partsOf={partsOf}
            {...(renderWords && { renderWords })}
            renderAside={(item) => (
              <div className="flex flex-wrap items-center gap-2">
                {renderAside(item)}
                {elsewhere ?? (
                  <Button needs="maker" size="small" onClick={() => publish('version')}>
                    Publish a new version
                  </Button>
                )}
              </div>
            )}
          />
        </div>
      )}
      <Dialog
        open={publishing !== undefined}
        onOpenChange={() => setPublishing(undefined)}
        title={publishing === 'version' ? `A new version of ${key}` : `Publish ${kind.one}`}
        className="max-w-4xl"
      >
        {renderForm?.({
          ...(publishing === 'version' && newest !== undefined && { from: newest }),
          onCancel: () => setPublishing(undefined),
          onPublished: async (item) => {
            setPublishing(undefined);
            await queries.invalidateQueries({ queryKey });
            onChoose(item.key);
          },
        })}
      </Dialog>
      {children}
    </Page>
  );
}

/** Versions grouped by their key, newest first, in the order of the keys. */
function byKey<Item extends Published>(items: Item[]): [key: string, versions: Item[]][] {
  return [...Map.groupBy(items, ({ key }) => key)]
    .map(([key, versions]): [string, Item[]] => [key, versions.toSorted((a, b) => b.version - a.version)])
    .toSorted(([a], [b]) => a.localeCompare(b));
}
