import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';

const token = 'sk-live/4+Wq!=="é';
const bearer = { authorization: `Bearer ${token}` };

/** The rest of a body. */
async function left(body: string, headers: Record<string, string> = bearer): Promise<string> {
  const answer = await withoutSecrets({ status: 200, headers: {}, body, bytes: body.length }, headers);
  return answer.body;
}
const leftOf = async (value: unknown, headers?: Record<string, string>) =>
  JSON.parse(await left(JSON.stringify(value), headers)) as unknown;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

it.each([
  ['as it is', token],
  ['percent-encoded', encodeURIComponent(token)],
  [
    'percent-encoded in lower case',
    encodeURIComponent(token).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  ],
  ['percent-encoded but for its slashes', encodeURIComponent(token).replaceAll('%2F', '/')],
  ['percent-encoded as RFC 3986 says', encodeURIComponent(token).replaceAll('!', '%21')],
  ['percent-encoded as in a path', encodeURIComponent(token).replaceAll('!', '%21').replaceAll('%2F', '/')],
  ['as a form has it', new URLSearchParams({ '': token }).toString().slice(1)],
  ['as JSON has it', JSON.stringify(token).slice(1, -1)],
  ['as JSON with escaped slashes has it', JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
  ['in base64', base64(token)],
  ['in base64 for URLs', base64url(token)],
])(
  '[connection.secrets-scrubbed] a secret that is echoed %s is hidden, in texts, names and plain text',
  async (_, echo) => {
    expect(await leftOf({ said: `got ${echo}.`, [echo]: [echo, 1] })).toEqual({
      said: 'got [redacted].',
      '[redacted]': ['[redacted]', 1],
    });
    expect(await left(`got ${echo}, ${echo}`)).toBe('got [redacted], [redacted]');
  },
);

it.each([0, 1, 2])(
  '[connection.secrets-scrubbed] a secret in base64 of more is hidden, %i bytes into it',
  async (before) => {
    for (const encode of [base64, base64url]) {
      const echo = encode(`${'x'.repeat(before)}authorization: Bearer ${token}\r\nhost: a`);
      const shown = (await leftOf({ echo })) as { echo: string };
      expect(shown.echo).toContain('[redacted]');
      expect(Buffer.from(shown.echo.replace('[redacted]', ''), 'base64').toString()).not.toContain('live');
    }
  },
);

it('[connection.secrets-scrubbed] a secret is hidden however the JSON around it escapes it', async () => {
  const escaped = Array.from(token, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  );
  expect(await left(`{"a":"<${escaped}>","b":1}`)).toBe('{"a":"<[redacted]>","b":1}');
  const inside = JSON.stringify({ log: JSON.stringify({ token: 'sk-live/4' }) });
  expect(await left(inside, { 'x-key': 'sk-live/4' })).toBe('{"log":"{\\"token\\":\\"[redacted]\\"}"}');
});

it.each<[string, Record<string, string>, string[]]>([
  ['a bearer token', { authorization: 'Bearer hunter2-token' }, ['hunter2-token', 'Bearer hunter2-token']],
  ['the value of a header', { 'x-key': 'hunter two token' }, ['hunter two token']],
  ['a header with a scheme', { 'x-key': 'Token hunter2-token' }, ['hunter2-token']],
  [
    'basic authentication',
    { authorization: `Basic ${base64('ada:hunter2')}` },
    ['hunter2', 'ada:hunter2', base64('ada:hunter2'), base64('hunter2')],
  ],
])('[connection.secrets-scrubbed] %s is hidden', async (_, headers, echoes) => {
  for (const echo of echoes) {
    expect(await leftOf({ echo: `<${echo}>` }, headers)).toEqual({ echo: '<[redacted]>' });
  }
});

it('[connection.secrets-scrubbed] a secret of fewer than six characters hides nothing', async () => {
  const body = { a: 'lasts', b: 'Bearer' };
  for (const headers of [{ 'x-key': 's' }, { 'x-key': 'lasts' }, { authorization: 'Basic Ojo=' }, {}]) {
    expect(await leftOf(body, headers)).toEqual(body);
  }
  expect(await leftOf(body, { 'x-key': 'Bearer' })).toEqual({ a: 'lasts', b: '[redacted]' });
});

it('[connection.secrets-scrubbed] a number that is a secret is hidden, and other numbers stay numbers', async () => {
  const headers = { 'x-key': '4711471' };
  expect(await leftOf({ a: 4711471, b: [47114712, 471147, 0.5, 1e300] }, headers)).toEqual({
    a: '[redacted]',
    b: ['[redacted]2', 471147, 0.5, 1e300],
  });
  // No double has it all.
  expect(await left('{"a":12345678901234567890}', { 'x-key': '12345678901234567890' })).toBe(
    '{"a":"[redacted]"}',
  );
  expect(await left('[1234,5678]', { 'x-key': '1234,5678' })).toBe(JSON.stringify('[[redacted]]'));
});

it('[connection.secrets-scrubbed] of secrets that overlap nothing is left', async () => {
  const headers = { 'x-a': 'abcdef', 'x-b': 'defghi', 'x-c': 'abcdefghijkl', 'x-d': 'xyz-abcdef' };
  expect(await leftOf(['abcdefghi', 'abcdefghijklm', '-xyz-abcdefghi-', 'abcdefabcdef'], headers)).toEqual([
    '[redacted]',
    '[redacted]m',
    '-[redacted]-',
    '[redacted]',
  ]);
});

it('[connection.secrets-scrubbed] a secret of the greatest length is hidden as a whole, wherever it stands in an answer of a MiB', async () => {
  const long = Array.from({ length: 8192 }, (_, index) =>
    String.fromCharCode(33 + ((index * index) % 90)),
  ).join('');
  const fill = 'lorem ipsum '.repeat(30_000);
  for (const body of [`${fill}${long}${fill}${long}`, `${long}${long}`, long]) {
    expect(await left(body, { 'x-key': long })).toBe(
      body.replaceAll(long, '[redacted]').replaceAll('[redacted][redacted]', '[redacted]'),
    );
  }
});

it('what no secret stands in stays as it was written, byte for byte', async () => {
  for (const body of ['{"a": 1.50, "b":"\\u00e9 \\/ \\n"}', '<p>sk-live</p>', '', '[[[', '"\\ud800"']) {
    expect(await left(body)).toBe(body);
  }
});

it('[connection.secrets-scrubbed] what is nested without end is left out, and hides nothing else', async () => {
  const deep = `{"a":${JSON.stringify(token)},"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const shown = await left(deep);
  expect(shown.startsWith('{"a":"[redacted]","b":[[')).toBe(true);
  expect(shown).not.toContain('live');
});

it('the members of an object keep their names and values, also one named __proto__', async () => {
  expect(await left('{"__proto__":{"x":"secret-1"},"y":1}', { 'x-key': 'secret-1' })).toBe(
    '{"__proto__":{"x":"[redacted]"},"y":1}',
  );
});

/** How often others have their turn while some work is done. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  const done = new AbortController();
  const others = (async () => {
    for (; !done.signal.aborted; turns += 1) await nextTick();
  })();
  await work();
  done.abort();
  await others;
  return turns;
}

it('[connection.secrets-scrubbed] an answer of a MiB in which every place looks like a secret is searched in pieces, and others have their turn between them', async () => {
  // Its end stands everywhere, and what is before it is long.
  const headers = { 'x-a': `b${'a'.repeat(8000)}`, 'x-b': `${'a'.repeat(31)}b`, 'x-c': 'a'.repeat(6) };
  const turns = await turnsDuring(async () => {
    expect(await left('a'.repeat(1024 * 1024), headers)).toBe('[redacted]');
  });
  expect(turns).toBeGreaterThanOrEqual(64);
});

it('[connection.secrets-scrubbed] [tool-call.answer-as-text] an answer with very many values is not parsed, and escaped secrets are still found', async () => {
  const values = ',1'.repeat(60_000);
  const escaped = Array.from(token, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  );
  expect(await left(`["a\\n"${values}]`)).toBe(`["a\\n"${values}]`);
  expect(await left(`["${token}\\n"${values}]`)).toBe(`["[redacted]\\n"${values}]`);
  const shown = await left(`["<${escaped}>"${values}]`);
  expect(JSON.parse(shown)).toBe(`["<[redacted]>"${values}]`);
});

it('[connection.secrets-scrubbed] while the secrets of a connection with the most and longest headers are encoded, others have their turn after each', async () => {
  const headers = Array.from(
    { length: 32 },
    (_, index) => [`x-${index}`, `${index}"/+!`.repeat(1300)] as const,
  );
  const turns = await turnsDuring(async () => {
    expect(await left('nothing of it', Object.fromEntries(headers))).toBe('nothing of it');
  });
  expect(turns).toBeGreaterThanOrEqual(32);
});

it('[number.result] [connection.secrets-scrubbed] digits are kept beside secrets, and both of two members of one name are searched', async () => {
  const headers = { 'x-key': 'hunter2-token' };
  expect(await left('{"echo":"hunter2\\u002dtoken","iban":2512292042121000001}', headers)).toBe(
    '{"echo":"[redacted]","iban":"2512292042121000001"}',
  );
  const twice = await left('{"echo":"hunter2\\u002dtoken","echo":""}', headers);
  expect(twice).not.toContain('token');
});
