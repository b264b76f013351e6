import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LiveAudio } from '#api/resources/voice/live-audio.ts';
import { speechChunkBytes } from '#store/voice/speech-chunks.ts';

const audio = Buffer.from(Array.from({ length: 5 * 1024 * 1024 + 7 }, (_, index) => (index * 7) % 251));
const readsOf: number[] = [];

/** Audio of which pieces of this length were made and stored. */
function made(pieceBytes: number): LiveAudio {
  readsOf.length = 0;
  const live = new LiveAudio(async (index) => {
    readsOf.push(index);
    return await Promise.resolve(audio.subarray(index * speechChunkBytes, (index + 1) * speechChunkBytes));
  });
  for (let at = 0; at < audio.length; at += pieceBytes) {
    live.append(audio.subarray(at, at + pieceBytes));
    live.noteStored(live.bytes - (live.bytes % speechChunkBytes));
  }
  return live;
}

it.each([
  [1000, 15],
  [65_536, 15],
  [300_000, 15],
  [audio.length, 15],
])(
  '[voice.speak.streamed] a reader who comes late gets all of it, in pieces of %i bytes: at least %i from the store',
  async (pieceBytes, least) => {
    const live = made(pieceBytes);
    live.end();
    expect((await buffer(live.read())).equals(audio)).toBe(true);
    expect(readsOf).toEqual(readsOf.toSorted((one, other) => one - other));
    expect(readsOf.length).toBeGreaterThanOrEqual(least);
  },
);

it('[voice.speak.streamed] audio that comes byte by byte costs its readers no more than other audio', async () => {
  const live = made(1);
  live.end();
  const sizes: number[] = [];
  for await (const piece of live.read()) sizes.push(piece.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(audio.length);
  expect(sizes.length).toBeLessThan(100);
});

it('readers follow it while it is made, each at its own pace', async () => {
  const live = new LiveAudio(async () => await Promise.reject(new Error('nothing is stored')));
  const [one, other] = [live.read(), live.read()];
  const next = one.next();
  live.append(Buffer.from('first'));
  expect(String((await next).value)).toBe('first');
  live.append(Buffer.from('second'));
  expect(String((await one.next()).value)).toBe('second');
  live.end();
  expect((await one.next()).done).toBe(true);
  expect(String(await buffer(other))).toBe('firstsecond');
});

it('[voice.speak.broken] readers get what there is, and then the error', async () => {
  const live = new LiveAudio(async () => await Promise.reject(new Error('nothing is stored')));
  live.append(Buffer.from('begun'));
  live.fail(new Error('cut'));
  const reader = live.read();
  expect(String((await reader.next()).value)).toBe('begun');
  await expect(reader.next()).rejects.toThrow('cut');
});
