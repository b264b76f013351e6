import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { ConsoleSignIn } from '../../api/schema.ts';

/** How people of the workspace sign in. */
export type Settings = ConsoleSignIn;

/** The settings, of a workspace that has some. */
export const settingsQuery = queryOptions({
  queryKey: ['console-sign-in'],
  queryFn: async ({ signal }) => dataOf(await api.GET('/v1/console/sign-in', { signal })),
});
