import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { McpGrant } from '../../api/schema.ts';

/** A grant lets an MCP client act for a subject. */
export type Grant = McpGrant;

/** Query key of grants. */
export const grantsKey = ['grants'];

/** The grants of a subject; of all subjects for an empty text. */
export const grantsQuery = (subject: string) =>
  listQuery<Grant>({
    queryKey: [...grantsKey, subject],
    load: (cursor, signal) =>
      api.GET('/v1/mcp/grants', {
        params: { query: { ...(subject !== '' && { subject }), ...(cursor && { cursor }) } },
        signal,
      }),
  });

/** Where subjects sign in. */
export const mcpSettingsQuery = queryOptions({
  queryKey: ['mcp-settings'],
  queryFn: async ({ signal }) => dataOf(await api.GET('/v1/mcp/settings', { signal })),
});
