import { expect, it } from 'vitest';
import { runAdmin } from '../../../support/admin.ts';

/** A database that is never reached: the arguments are looked at first. */
const env = { MONGODB_URI: 'mongodb://127.0.0.1:1' };

it.each([
  ['credits', 'grant', 'id', 'many'],
  ['credits', 'grant', 'id', ''],
  ['credits', 'grant', 'id', ' '],
  ['credits', 'grant', 'id', '0x10'],
  ['credits', 'grant', 'id', '0.0000001'],
  ['credits', 'grant', 'id', 'Infinity'],
  ['workspace', 'create', 'Acme', '--credits=-1'],
  ['workspace', 'create', 'Acme', '--rate', '0'],
  ['workspace', 'create', 'Acme', '--rate', '1.5'],
  ['workspace', 'set-rate', 'id', 'x'],
  ['workspace', 'set-streams', 'id', '0'],
])('admin %s %s %s %s is refused, and said why', async (...args) => {
  const { code, printed, complaint } = await runAdmin(args, env);
  expect([code, printed]).toEqual([1, []]);
  expect(complaint).toMatch(/must be a (number of credits|whole number)/);
});

it.each([
  [['--scopes', 'read,everything'], /must be one of read, /],
  [['--scopes', ''], /must be one of read, /],
  [['--scopes', 'read, read'], /must name each scope once/],
  [['--expires-at', 'tomorrow'], /must be a date and time as in RFC 3339/],
  [['--expires-at', '2027-01-31'], /must be a date and time as in RFC 3339/],
  [['--expires-at', '2020-01-31T12:00:00Z'], /must be in the future/],
])('[admin.api-key-create] admin api-key create id %j is refused, and said why', async (options, why) => {
  const { code, printed, complaint } = await runAdmin(['api-key', 'create', 'id', ...options], env);
  expect([code, printed]).toEqual([1, []]);
  expect(complaint).toMatch(why);
});

it.each([[['workspace', 'create']], [['workspace', 'explode']], [['nothing']]])(
  'admin %j is refused, with a word on what is wrong',
  async (args) => {
    const { code, printed, complaint } = await runAdmin(args, env);
    expect([code, printed]).toEqual([1, []]);
    expect(complaint).toMatch(/^error: /);
  },
);

it('[config.bad-value] without a database it says which variable is missing', async () => {
  expect(await runAdmin(['workspace', 'list'], {})).toEqual({
    code: 2,
    printed: [],
    complaint: 'MONGODB_URI is not set, and /nowhere/stack.json names no development stack\n',
  });
});

it.each([[''], [' '], ['x'.repeat(256)]])('a workspace needs a name: %j is refused', async (name) => {
  const { code, complaint } = await runAdmin(['workspace', 'create', name], env);
  expect(code).toBe(1);
  expect(complaint).toContain('must have 1 to 255 characters');
});

it.concurrent.each([
  [
    ['workspace', 'list'],
    { MONGODB_URI: 'mongodb://root:hunter2@127.0.0.1:1' },
    /^MongoDB at 127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  ],
  [
    ['temporal', 'prepare'],
    { TEMPORAL_ADDRESS: '127.0.0.1:1' },
    /^Temporal at 127\.0\.0\.1:1 cannot be reached: [^\n]+\n$/,
  ],
])(
  '[admin.unreachable] admin %j says what it cannot reach, where and why, without a password',
  async (args, variables, sentence) => {
    const { code, printed, complaint } = await runAdmin(args, variables);
    expect([code, printed]).toEqual([1, []]);
    expect(complaint).toMatch(sentence);
  },
);
