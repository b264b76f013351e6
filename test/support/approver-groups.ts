import type { ApproverGroup } from '#contract/approver-group.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** Makes or replaces a group of approvers. */
export async function putGroup(
  client: ApiClient,
  key: string,
  group: { name: string; members: unknown[] },
): Promise<ApiAnswer<ApproverGroup>> {
  return await client.send('PUT', `/v1/approver-groups/${key}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(group),
  });
}
