import type { SeenAt, ValueOrigin } from '#contract/origins.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

/** The workspace's own texts, of which everybody else sees only that they have a value. */
const ofWorkspace: readonly SeenAt['kind'][] = ['instructions', 'schema', 'context'];

/** Origins as everybody may see them (origin.shown). The workspace sees them as they are stored. */
export function shownOrigins(origins: readonly ValueOrigin[]): ValueOrigin[] {
  return origins.map(({ seen, ...origin }) => ({
    ...origin,
    seen: seen.map((place) => (ofWorkspace.includes(place.kind) ? { kind: place.kind } : place)),
  }));
}

/** Origins as the digest of a held call covers them, by path. */
export function coveredOrigins({ origins }: Pick<ToolCallDocument, 'origins'>): object[] | undefined {
  return origins
    ?.map(({ path, from }) => ({ path, from }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
