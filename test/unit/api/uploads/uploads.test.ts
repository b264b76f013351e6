import { expect, it } from 'vitest';
import { Uploads } from '#api/http/uploads/uploads.ts';

const holder = (index: number) => ({
  workspaceId: `w${index}`,
  subject: 'ada',
  address: `10.0.0.${index}`,
});
const code = (error: unknown) => (error as { code: string }).code;

function refusalOf(take: () => unknown): string | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    return code(error);
  }
}

it('[voice.upload.places] a process has 64 places, and one is free as soon as an upload ends', () => {
  const uploads = new Uploads();
  const leaves = Array.from({ length: 64 }, (_, index) => uploads.take(holder(index)));
  expect(refusalOf(() => uploads.take(holder(64)))).toBe('temporarily_unavailable');
  leaves[0]?.();
  expect(refusalOf(() => uploads.take(holder(64)))).toBeUndefined();
});

it('[voice.upload.places] a refusal takes no place', () => {
  const uploads = new Uploads();
  const ada = { workspaceId: 'w', subject: 'ada', address: '10.0.0.1' };
  for (let count = 0; count < 16; count += 1) uploads.take(ada);
  for (let count = 0; count < 100; count += 1)
    expect(refusalOf(() => uploads.take(ada))).toBe('rate_limited');
  for (let count = 0; count < 16; count += 1) uploads.take({ ...ada, subject: 'bob' });
  expect(refusalOf(() => uploads.take({ ...ada, subject: 'eve' }))).toBe('rate_limited');
  expect(refusalOf(() => uploads.take(holder(2)))).toBeUndefined();
});
