import type { BenchClients } from './bench-clients.ts';
import { compare, type Comparison } from './comparison.ts';

/** What an authenticated request costs beside the least that a request can: the same server's `/healthz`. */
export async function compareReadRun({ http, pids }: BenchClients): Promise<Comparison[]> {
  const agent = await http.call<{ id: string }>('POST', '/v1/agents', {
    key: 'bench',
    name: 'Bench',
    instructions: 'Answer.',
    model_class: 'scripted',
  });
  const thread = await http.call<{ id: string }>('POST', '/v1/loom/threads', { agent_id: agent.id });
  const { run_id } = await http.call<{ run_id: string }>('POST', `/v1/loom/threads/${thread.id}/messages`, {
    content: 'Hello',
  });
  await http.untilClosed(run_id);
  const comparison = await compare(
    { title: 'GET of a run against /healthz', clients: 32, count: 10_000, pids },
    { work: async () => void (await http.call('GET', '/healthz')) },
    { work: async () => void (await http.call('GET', `/v1/loom/runs/${run_id}`)) },
  );
  return [comparison];
}
