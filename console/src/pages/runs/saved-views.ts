import * as z from 'zod/mini';
import { readRunSearch, type RunSearch } from './run-search.ts';

/** Filters under a name, kept by this browser for a workspace. */
export interface SavedView {
  name: string;
  search: RunSearch;
}

const Stored = z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) }));

/** The views of a workspace, in the order of their names. What cannot be read counts as none. */
export function readViews(text: string | null): SavedView[] {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const views = Stored.safeParse(value).data ?? [];
  return views.map(({ name, search }) => ({ name, search: readRunSearch(search) }));
}

/** The views with another one, in the place of one of the same name. */
export function withView(views: SavedView[], view: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}
