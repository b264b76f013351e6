import { type ReactNode, useState } from 'react';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';
import { PartDifferences, PartViews } from './part-views.tsx';
import type { Part } from './parts.ts';
import { VersionChoice } from './version-choice.tsx';

/** The members that all published resources share. */
export interface Published {
  /** The key that all versions share. */
  key: string;
  version: number;
  created_at: string;
}

/**
 * The versions of one key, newest first: one as it was published, or two side by side.
 *
 * @param partsOf what was published, without what the service added
 */
export function VersionsPanel<Item extends Published>({
  title,
  versions,
  partsOf,
  renderAside,
  renderWords,
}: {
  title: string;
  versions: Item[];
  partsOf: (item: Item) => Part[];
  /** Actions on a version, and its details. */
  renderAside: (item: Item) => ReactNode;
  /** A version in words. */
  renderWords?: (item: Item) => ReactNode;
}) {
  const newest = versions[0];
  const [right, setRight] = useState(newest?.version);
  const [left, setLeft] = useState<number>();
  const shown = versions.find(({ version }) => version === right) ?? newest;
  const before = versions.find(({ version }) => version === left);
  if (shown === undefined) return null;
  return (
    <Section
      title={title}
      description={
        <>
          Version {shown.version} of {newest?.version}, published <Time at={shown.created_at} />
        </>
      }
      actions={renderAside(shown)}
    >
      <div className="space-y-4 p-5">
        <VersionChoice
          versions={versions.map(({ version }) => version)}
          shown={shown.version}
          left={left}
          onShow={setRight}
          onCompare={setLeft}
        />
        {before === undefined && renderWords?.(shown)}
        {before === undefined ? (
          <PartViews parts={partsOf(shown)} />
        ) : (
          <PartDifferences
            left={partsOf(before)}
            right={partsOf(shown)}
            leftLabel={`Version ${before.version}`}
            rightLabel={`Version ${shown.version}`}
          />
        )}
      </div>
    </Section>
  );
}
