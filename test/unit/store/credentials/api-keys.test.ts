import { expect, it } from 'vitest';
import { NewApiKey } from '#contract/api-key.ts';
import { Timestamp } from '#contract/timestamp.ts';
import { apiKeyDocument, toApiKey } from '#store/credentials/api-keys.ts';

const expiryOf = (expires_at: string) =>
  toApiKey(apiKeyDocument('workspace', 'sk_x', NewApiKey.parse({ expires_at }))).expires_at;

it.each([
  ['2027-01-31T12:00:00+05:30', '2027-01-31T06:30:00.000Z'],
  ['2028-02-29T23:59:59.999999Z', '2028-02-29T23:59:59.999Z'],
  ['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59.999Z'],
])(
  '[timestamp.rfc3339-utc-milliseconds] a key that expires at %s is shown to expire at %s',
  (asked, shown) => {
    expect(expiryOf(asked)).toBe(shown);
    expect(Timestamp.safeParse(shown).success).toBe(true);
  },
);

it.each(['2027-02-29T00:00:00Z', '2027-01-31T23:59:60Z', '2027-01-31T24:00:00Z', '2027-01-31T12:00:00'])(
  '[timestamp.rfc3339-utc-milliseconds] a key cannot expire at %s, which no calendar has or which names no zone',
  (asked) => {
    expect(NewApiKey.safeParse({ expires_at: asked }).success).toBe(false);
  },
);
