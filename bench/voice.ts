import { randomUUID } from 'node:crypto';
import { type Comparison, compare } from './comparison.ts';
import type { Bench } from './start-bench.ts';

/** As many as the local voice speaks at once: more would only measure how they wait. */
const clients = 4;
const count = 40;
/** A sentence as an agent says it. */
const sentence = 'Your payment of twelve euros fifty to Bo is on its way, and arrives tomorrow.';

/** A speech that was spoken before against one that is spoken now, by the voice of `VOICE_PROVIDER`. */
export async function compareSpeech({ client, pids }: Bench): Promise<Comparison> {
  const speak = async (text: string): Promise<void> => {
    await client.call('POST', '/v1/voice/speak', { json: { text } });
  };
  await speak(sentence);
  return await compare(
    { title: 'a stored speech against one that is made', clients, count, pids },
    { work: async () => await speak(`${sentence} ${randomUUID()}`) },
    { work: async () => await speak(sentence) },
  );
}
