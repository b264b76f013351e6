import { randomUUID } from 'node:crypto';
import { measure } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';

/** As many as the local voice speaks at once: more would only measure how they wait. */
const clients = 4;
/** A sentence as an agent says it. */
const sentence = 'Your payment of twelve euros fifty to Bo is on its way, and arrives tomorrow.';

/** A speech that is made now, by the voice of `VOICE_PROVIDER`, and one that was made before. */
export async function* measureSpeech(bench: Bench): AsyncGenerator<Table> {
  const speak = async (text: string): Promise<void> => {
    await bench.client.call('POST', '/v1/voice/speak', { json: { text } });
  };
  await speak(sentence);
  const rows = await measure(bench, { clients, count: bench.size(40) }, [
    { what: 'a speech that is made', work: async () => await speak(`${sentence} ${randomUUID()}`) },
    { what: 'a speech that is stored', work: async () => await speak(sentence) },
  ]);
  yield { title: 'Speeches', rows };
}
