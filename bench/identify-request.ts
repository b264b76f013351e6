import type { BenchClients } from './bench-clients.ts';
import { compare, type Comparison } from './comparison.ts';

/**
 * A lookup that is charged and counted before it is answered, beside an authenticated GET that touches nothing else on
 * the same server.
 */
export async function compareIdentify({ http, pids }: BenchClients): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { clients, count } of [
    { clients: 1, count: 500 },
    { clients: 32, count: 10_000 },
  ]) {
    comparisons.push(
      await compare(
        { title: 'POST /v1/identify against a GET of the realtime configuration', clients, count, pids },
        { work: async () => void (await http.call('GET', '/v1/loom/realtime/config')) },
        {
          work: async () =>
            void (await http.call('POST', '/v1/identify', { iban: 'DE89370400440532013000' })),
        },
      ),
    );
  }
  return comparisons;
}
