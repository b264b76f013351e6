import { Button } from '../../ui/button.tsx';
import type { KeyVersions } from './by-key.ts';
import { KeyList } from './key-list.tsx';
import type { KindOfPublished } from './kind-of-published.ts';
import { type Published, VersionsPanel } from './versions-panel.tsx';

/** The keys of what was published, and the versions of the chosen one. */
export function VersionsOfKeys<Item extends Published>({
  of: { kind, onChoose, titleOf, aboutOf, partsOf, renderAside, renderElsewhere, renderWords },
  groups,
  chosen: [key, versions],
  onPublish,
}: {
  of: KindOfPublished<Item>;
  groups: KeyVersions<Item>[];
  chosen: KeyVersions<Item>;
  /** Asks for a new version of the chosen key. */
  onPublish: () => void;
}) {
  const newest = versions[0];
  const elsewhere = newest === undefined ? undefined : renderElsewhere?.(newest);
  return (
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
              <Button needs="maker" size="small" onClick={onPublish}>
                Publish a new version
              </Button>
            )}
          </div>
        )}
      />
    </div>
  );
}
