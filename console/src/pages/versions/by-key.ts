import type { Published } from './versions-panel.tsx';

/** Versions grouped by their key, newest first, in the order of the keys. */
export function byKey<Item extends Published>(items: Item[]): [key: string, versions: Item[]][] {
  return [...Map.groupBy(items, ({ key }) => key)]
    .map(([key, versions]): [string, Item[]] => [key, versions.toSorted((a, b) => b.version - a.version)])
    .toSorted(([a], [b]) => a.localeCompare(b));
}
