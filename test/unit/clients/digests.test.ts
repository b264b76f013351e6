import { expect, it } from 'vitest';
import { verifyDigest } from '#heddle-client/digests.ts';
import { DigestMismatchError } from '#heddle-client/errors.ts';
import { digestOfDocument } from '#engine/rules/gates/digest.ts';

const document = '{"args":{"account":2512292042121000001,"to":"Zoë 🏦"}}';
const digest = digestOfDocument(document);

it('[client.digest] a digest is that of its document, to the byte', async () => {
  expect(await verifyDigest({ digest, document })).toBe(document);
});

it.each([
  ['of another document', { digest, document: document.replace('1000001', '1000000') }],
  ['of the same JSON in other bytes', { digest, document: JSON.stringify(JSON.parse(document), null, 1) }],
  ['by another algorithm', { digest: digest.replace('sha-256', 'sha-512'), document }],
  ['without a document', { digest }],
  ['without a digest', { document }],
])('[client.digest] one %s is refused', async (_, held) => {
  await expect(verifyDigest(held)).rejects.toThrow(DigestMismatchError);
});
