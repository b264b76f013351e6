import type { Published } from './versions-panel.tsx';

/** The versions of a key, the newest first. */
export type KeyVersions<Item> = [key: string, versions: Item[]];

/** Versions grouped by their key, newest first, in the order of the keys. */
export function byKey<Item extends Published>(items: readonly Item[]): KeyVersions<Item>[] {
  return [...Map.groupBy(items, ({ key }) => key)]
    .map(([key, versions]): KeyVersions<Item> => [key, versions.toSorted((a, b) => b.version - a.version)])
    .toSorted(([a], [b]) => a.localeCompare(b));
}
