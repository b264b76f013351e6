import { randomUUID } from 'node:crypto';
import { silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';
import type { SpokenText } from '../../journal/journal.ts';
import type { Random } from '../../random.ts';
import { hesitate, type Scenario, type World } from '../world.ts';

const listeners = ['ada', 'bo', 'cy'];

/** One text, spoken for several subjects at once and once more. It is made and metered once, and then read from the cache. */
export const speech: Scenario = {
  name: 'speech',
  weight: 8,
  async play(world, random, mark) {
    const text = `${mark} says ${'hello '.repeat(random.int(1, 20))}`.trim();
    await Promise.all(Array.from({ length: random.int(1, 3) }, async () => await hear(world, random, text)));
    await hesitate(random, 2_000);
    await hear(world, random, text);
  },
};

/** A recording under a key. It is metered once, however often it is sent. */
export const transcription: Scenario = {
  name: 'transcription',
  weight: 4,
  async play({ client, journal }, random) {
    const transcript = { key: randomUUID(), fate: { is: 'unknown' as const } };
    const record: (typeof journal.transcriptions)[number] = transcript;
    journal.transcriptions.push(record);
    const body = new FormData();
    body.set('audio', new Blob([silentWav(1)]), 'recording.wav');
    const wish = { method: 'POST', path: '/v1/voice/transcribe', body, key: record.key } as const;
    const { fate } = await client.send({ ...wish, subject: random.pick(listeners) });
    record.fate = fate;
  },
};

async function hear({ client, journal }: World, random: Random, text: string): Promise<void> {
  const spoken: SpokenText = { text, fate: { is: 'unknown' }, attempts: 0 };
  journal.spoken.push(spoken);
  const reply = await client.send<{ cache: string; audio: string }>({
    method: 'POST',
    path: '/v1/voice/speak',
    subject: random.pick(listeners),
    body: { text, format: 'plain' },
  });
  spoken.fate = reply.fate;
  if (!('data' in reply)) return;
  spoken.attempts = reply.attempts;
  if (reply.fate.is === 'accepted')
    Object.assign(spoken, { cache: reply.data.cache, audio: reply.data.audio });
}
