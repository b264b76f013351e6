import type { Run } from '#contract/run.ts';
import { ApiClient } from '#test/support/api-client.ts';
import { createEndpoint } from '#test/support/webhook-receiver.ts';
import type { Pictured } from '../screenshots/pictured-stack.ts';

/** The paths of the pages to look at, by name, with something to show on each. */
export async function auditedPages({ baseUrl, apiKey, held }: Pictured): Promise<Record<string, string>> {
  const client = new ApiClient(baseUrl, { apiKey });
  // Nobody listens there: its health and deliveries are shown.
  await createEndpoint(client, 'http://127.0.0.1:9/hooks');
  const { data: runs } = await client.get<Run[]>('/v1/loom/runs?subject=linus@example.com');
  const [run] = runs;
  if (run === undefined) throw new Error('there is no run to look at');
  const subject = (name: string) => `subject=${encodeURIComponent(name)}`;
  return {
    playground: `/console/playground?thread=${held.id}&${subject(held.subject)}`,
    inbox: '/console/inbox',
    runs: '/console/runs',
    run: `/console/runs/${run.id}?${subject(run.subject_ref)}`,
    overview: '/console/overview',
    patches: '/console/patches',
    webhooks: '/console/webhooks',
  };
}
