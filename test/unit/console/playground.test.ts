import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Agent } from '#console/api/schema.ts';
import { isSafeUrl, readBlock } from '#console/pages/playground/blocks/payloads.ts';
import { curlOf } from '#console/pages/playground/curl.ts';
import { latestAgents } from '#console/pages/playground/latest-agents.ts';
import { titleOf } from '#console/pages/playground/title-of.ts';
import { fromNow } from '#console/time/format.ts';

it('[console.curl] the command says exactly what was said, whatever is in it, and never a key', () => {
  const content = `It's "quoted" $HOME \`id\` \\ and\nmore`;
  const command = curlOf(
    {
      title: 'Send',
      method: 'POST',
      path: '/v1/loom/threads/1/messages',
      subject: "o'brien",
      body: { content },
    },
    'https://heddle.example',
  );
  expect(command).toContain('-H "Authorization: Bearer $HEDDLE_API_KEY"');
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { HEDDLE_API_KEY: 'key' },
    encoding: 'utf8',
  }).split('\0');
  expect(words).toContain("Service-Subject: o'brien");
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual({ content });
});

it('a POST without a body is one in the command too', () => {
  const action = { title: 'Cancel', method: 'POST', path: '/v1/x', subject: 'ada' } as const;
  expect(curlOf(action, 'https://heddle.example')).toContain('-X POST');
});

it('[console.blocks] a block of a known kind is read, and any other is left to the plain content', () => {
  const payload = { columns: ['A'], rows: [['1'], [2]] };
  expect(readBlock('table', payload)).toEqual({ kind: 'table', payload });
  expect(readBlock('table', { rows: [] })).toBeUndefined();
  expect(readBlock('hologram', payload)).toBeUndefined();
  expect(readBlock('toString', payload)).toBeUndefined();
});

it('[console.markdown-safe] a link runs no script', () => {
  expect(['https://a.example', 'http://a.example', 'mailto:a@b.example'].map(isSafeUrl)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['javascript:alert(1)', 'data:text/html,x', '/relative', ''].map(isSafeUrl)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('the newest version of each agent can be talked to, unless it is archived', () => {
  const agent = (key: string, version: number, parts: Partial<Agent> = {}) =>
    ({ id: `${key}${version}`, key, version, ...parts }) as Agent;
  const versions = [
    agent('a', 1),
    agent('a', 2),
    agent('b', 1),
    agent('b', 2, { archived_at: '2026-01-01T00:00:00.000Z' }),
  ];
  expect(latestAgents(versions).map(({ id }) => id)).toEqual(['a2']);
});

it('a thread that starts with a script is called by what the script does', () => {
  expect(titleOf('/call send_payment {"amount":1}')).toBe('Send payment');
  expect(titleOf('/say Good morning, Ada.\n/call x')).toBe('Good morning, Ada.');
  expect(titleOf('Pay Bo')).toBe('Pay Bo');
});

it('an age is told by its largest unit', () => {
  const now = Date.UTC(2026, 0, 31);
  const at = (ms: number) => new Date(now + ms).toISOString();
  expect(fromNow(at(-5000), now)).toBe('just now');
  expect(fromNow(at(-3 * 60_000), now)).toContain('3');
  expect(fromNow(at(30 * 86_400_000), now)).toMatch(/30 days/);
});
