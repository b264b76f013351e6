import { api } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { ApiKey, SigningKey } from '../../api/schema.ts';

/** The API keys without the keys themselves, since each is shown once, when it is created. */
export const apiKeysQuery = listQuery<ApiKey>({
  queryKey: ['api-keys'],
  load: (cursor, signal) =>
    api.GET('/v1/api-keys', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
});

/** The keys whose session tokens the workspace accepts. */
export const signingKeysQuery = listQuery<SigningKey>({
  queryKey: ['signing-keys'],
  load: (cursor, signal) =>
    api.GET('/v1/signing-keys', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
});
