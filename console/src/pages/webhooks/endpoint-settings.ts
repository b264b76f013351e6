import type { Endpoint } from './endpoint.ts';
import { eventTypes } from './event-types.ts';

/** The settings of an endpoint that a person chooses. */
export type EndpointSettings = Pick<Endpoint, 'url' | 'events' | 'ids_only' | 'enabled'> & {
  description?: string;
};

/** An endpoint as its form holds it. */
export interface EndpointFields {
  url: string;
  description: string;
  ids_only: boolean;
  /** All types of events, also those that are added later. */
  all: boolean;
  chosen: string[];
}

/** The initial values of the form. */
export function fieldsOf(endpoint: Endpoint | undefined): EndpointFields {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    ids_only: endpoint?.ids_only ?? false,
    all: endpoint?.events.includes('*') ?? true,
    chosen: endpoint?.events.filter((type) => type !== '*') ?? [],
  };
}

/** The settings that the form sends. */
export function settingsOf(
  { url, description, ids_only, all, chosen }: EndpointFields,
  endpoint: Endpoint | undefined,
): EndpointSettings {
  return {
    url: url.trim(),
    events: all ? ['*'] : eventTypes.filter((type) => chosen.includes(type)),
    ids_only,
    enabled: endpoint?.enabled ?? true,
    // A change takes an empty text as "remove it"; a new endpoint goes without.
    ...((description !== '' || endpoint !== undefined) && { description: description.trim() }),
  };
}
