import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedStatement } from '#contract/audit.ts';
import { pythonEnvironment } from '#tools/dev/python/python-environment.ts';
import { converse } from '#clients/raw/conversation.ts';
import { actingPatch, type Host } from '../support/acting.ts';
import { callsOf, startActing } from '../support/acting-run.ts';
import { compileStrictly } from '../support/clients/compile-strictly.ts';
import { type ClientReport, type ClientWorld, startClientWorld } from '../support/clients/client-world.ts';
import { vectors } from '../support/clients/vectors.ts';
import { readyTimeoutMs } from '../support/patience.ts';
import { sharedService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const programs = join(import.meta.dirname, '../support/clients');
const service = sharedService();
const ends = new AsyncDisposableStack();
let world: ClientWorld;
let directory: string;
beforeAll(async () => {
  world = await startClientWorld(service, ends);
  directory = await mkdtemp(join(tmpdir(), 'heddle-clients-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
}, readyTimeoutMs);
afterAll(async () => await ends.disposeAsync());

/** Packs the TypeScript client, and installs it into a project that has nothing else. Resolves to the project. */
async function installTypeScript(): Promise<string> {
  const project = join(directory, 'typescript');
  await cp(join(root, 'clients/typescript'), join(directory, 'source'), { recursive: true });
  await execa('tsc', ['--project', 'tsconfig.build.json'], {
    cwd: join(directory, 'source'),
    preferLocal: true,
    localDir: root,
  });
  await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], {
    cwd: join(directory, 'source'),
  });
  const [archive = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
  await cp(join(programs, 'exercise.ts'), join(project, 'exercise.ts'));
  await writeFile(join(project, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  await execa('npm', ['install', '--offline', '--no-audit', '--no-fund', join(directory, archive)], {
    cwd: project,
  });
  await compileStrictly(project, 'exercise.ts');
  return project;
}

interface InstalledPython {
  /** The interpreter of an environment that has only the wheel. */
  python: string;
  /** Also installs what verifies calls. */
  installApprovals: () => Promise<void>;
}

let installed: Promise<InstalledPython> | undefined;

/** Builds the wheel of the Python client, and installs it into an empty environment. */
async function installPython(): Promise<InstalledPython> {
  const source = join(directory, 'python-source');
  await cp(join(root, 'clients/python'), source, { recursive: true });
  const tools = await pythonEnvironment(
    {
      name: 'python-client-build',
      requirements: join(programs, 'requirements.txt'),
      needs: 'Python 3.10 or newer with venv, and PyPI',
    },
    console.log,
  );
  const wheels = join(directory, 'wheels');
  await execa(tools, ['-m', 'build', '--wheel', '--no-isolation', '--outdir', wheels, source]);
  const [wheel = ''] = await readdir(wheels);
  const environment = join(directory, 'environment');
  const python = join(environment, 'bin/python');
  await execa(tools, ['-m', 'venv', '--without-pip', environment]);
  const constraints = ['--constraint', join(programs, 'constraints.txt')];
  const install = async (what: string) =>
    await execa(tools, ['-m', 'pip', '--python', python, 'install', ...constraints, what]);
  await install(join(wheels, wheel));
  const checking = ['--strict', '--follow-imports=silent', '--no-incremental', '--python-executable', python];
  await execa(tools, ['-m', 'mypy', ...checking, join(programs, 'typed.py')]);
  return { python, installApprovals: async () => void (await install(`${join(wheels, wheel)}[approvals]`)) };
}

function expectAll(report: ClientReport, calls: number): void {
  expect(report.payment).toEqual({
    state: 'closed',
    said: 'Paid.',
    call: 'ok',
    stale: 'stale_confirmation',
    again: 'unknown_confirmation',
    blocked: { run_id: expect.any(String) as string, tool_call_id: expect.any(String) as string },
  });
  expect(world.host.calls.map(({ body }) => body)).toEqual(
    Array.from({ length: calls }, () => ({ amount: 12.5 })),
  );
  expect(report.pages).toEqual({
    first: 2,
    hasMore: true,
    all: ['You said: one', 'You said: three', 'You said: two', 'one', 'three', 'two'],
    some: 3,
  });
  const { text, said, seen, logged } = report.events;
  expect(text).toBe(said);
  expect(seen).toEqual(logged);
  expect(report.followed).toEqual({
    asked: 'write.confirmation_requested',
    ended: 'run.completed',
    continues: true,
    says: true,
    once: true,
  });
  const { attempts, keys, threads, id } = report.lostAnswer;
  expect({ attempts, keys, threads }).toEqual({ attempts: 2, keys: 1, threads: [id] });
  const { codes } = report.errors;
  expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((code) => [code, code])));
  expect(report.errors).toMatchObject({ fields: ['agent_id'], nobody: true, late: true });
  expect(report.patience).toEqual({ attempts: 3 });
  const refused = 'WebhookVerificationError';
  expect(report.webhook).toEqual({
    id: world.deliveredId,
    asHeaders: world.deliveredId,
    changed: refused,
    otherSecret: refused,
    old: refused,
    unsigned: refused,
  });
  expect(report.sessionToken).toEqual({ subject: 'zoe', others: 0, late: 'unauthorized' });
}

it('[clients.typescript] [clients.unions] [clients.session-tokens] [clients.receipts] the packed TypeScript client compiles in an empty project, and does what its README says', async () => {
  const project = await installTypeScript();
  expect(await readdir(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@heddle']);
  const report = await world.exercise(process.execPath, ['exercise.ts'], project);
  expectAll(report, 1);
  expect(report).toMatchObject({ proposed: false, errors: { aborted: true } });
});

it('[clients.python] [clients.finite-numbers] [clients.options] [clients.connection-error] [clients.event-lines] [clients.webhooks] [clients.responses] [clients.hooks] [clients.audio] [clients.unions] [clients.run-stream] the wheel of the Python client is typed, and both of its clients do what its README says', async () => {
  const { python } = await (installed ??= installPython());
  for (const [index, kind] of ['sync', 'async'].entries()) {
    const report = await world.exercise(python, [join(programs, 'exercise.py'), kind], directory);
    expectAll(report, index + 2);
    expect(report.newerService).toEqual({
      state: 'dreaming',
      extra: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      call: 'nothing',
    });
    const revision =
      '{"tool_call_id":"0190a000-0000-7000-8000-000000000000",' +
      '"args":{"lines":[{"account":2512292042121000001,"amount":0.1,"whole":1e+22}]}}';
    expect(report.sentBodies).toEqual({
      bodies: [revision, revision, '{"text":"x","schema":{"type":"object"}}'],
      messages: ['nan', 'nan', 'inf', 'inf', '-inf', '-inf'].map(
        (number) => `amount must be a finite number, not ${number}`,
      ),
    });
    expect(report.newerWebhook).toEqual({
      type: 'run.new',
      data: { extra: 1 },
      year: 2026,
      isUnknown: true,
      pending: ['vote', 2, 7],
      late: 'run.new',
    });
    expect(report.refusedOptions).toEqual([
      expect.stringMatching(/^base_url is missing/),
      expect.stringMatching(/^base_url must be an address/),
      expect.stringMatching(/^base_url must not end with \/v1/),
      expect.stringMatching(/^api_key is missing/),
      expect.not.stringContaining('sk_secret'),
      'made',
    ]);
    expect(report.connectionError).toEqual({
      messages: [
        expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:9\/v1\/loom\/threads: (?!.*of-bo)./),
        'my token endpoint is down',
      ],
      calls: 1,
    });
    expect(report.observed).toEqual({
      responses: [
        ['/v1/loom/threads', 1, 429],
        ['/v1/loom/threads', 2, 200],
      ],
      retries: [['/v1/loom/threads', 1, 'rate_limited']],
      ids: true,
      nothing: null,
      raw: 'success',
      messages: ['my log is full after 1', 'my log is full after 1'],
    });
    expect(report.audio).toEqual({
      heard: ['one', 'two'],
      raised: expect.stringMatching(/^POST .*\/v1\/voice\/speak: cut$/),
    });
    expect(report.eventLines).toEqual([true, true, true, true, true]);
  }
});

/** Codes of the verification, and of what is right the name of an approver or a subject. */
const verdicts = {
  good: 'mo',
  whole_address: 'mo',
  prefix: 'mo',
  body: 'wrong_body',
  parsed: 'body_unavailable',
  large: 'body_too_large',
  method: 'wrong_method',
  path: 'wrong_address',
  query: 'wrong_address',
  missing: 'missing_approval',
  twice: 'duplicate_approval',
  joined: 'duplicate_approval',
  malformed: 'malformed_approval',
  no_claim: 'malformed_approval',
  old: 'expired_approval',
  early: 'early_approval',
  audience: 'wrong_audience',
  issuer: 'wrong_issuer',
  workspace: 'wrong_workspace',
  type: 'invalid_type',
  none: 'invalid_algorithm',
  hs256: 'invalid_algorithm',
  unknown: 'unknown_key',
  statements: 'wrong_key',
  forged: 'invalid_signature',
  tool: 'sub',
  other_tool: 'wrong_body',
  options: ['audience', 'prefix', 'jwks'],
};

it('[clients.session-tokens] [clients.receipts] [clients.webhooks] [clients.approvals] [clients.approvals.keys] [clients.approvals.address] [clients.approvals.tools] [clients.approvals.middleware] the Python client signs and verifies as the vectors say, and verifies calls, under WSGI and ASGI as well', async () => {
  const { python, installApprovals } = await (installed ??= installPython());
  await installApprovals();
  const compared = await execa(python, [join(programs, 'vectors.py'), join(programs, 'vectors.json')], {
    extendEnv: false,
  });
  expect(JSON.parse(compared.stdout)).toEqual({
    tokens: [],
    receipts: [],
    webhooks: [],
    counts: [vectors.tokens.length, vectors.receipts.length, vectors.webhooks.length],
    refusals: [
      'sub must have 1 to 255 characters',
      'actor must have 1 to 255 characters',
      'sub must not be blank',
      'sub must not contain control characters, line breaks or half characters',
      'context must have at most 32 members',
      'a name in context must start with a letter and hold letters, digits, _ and -',
      'context.limit must be a number, true, false, or a text of at most 1000 characters',
      'context.note must be a number, true, false, or a text of at most 1000 characters',
      'signed',
      'expires_in must be from 1 to 3600',
      'the secret of the signing key is missing',
      'the key needs its id, and its algorithm: HS256, EdDSA, ES256 or RS256',
      'the private key is none for EdDSA, as a JWK or as PKCS #8 in PEM',
      'the private key is none for ES256, as a JWK or as PKCS #8 in PEM',
    ],
  });
  const program = join(programs, 'approvals.py');
  const { stdout } = await execa(python, [program, 'codes'], { extendEnv: false });
  expect(JSON.parse(stdout)).toEqual(verdicts);

  const env = { JWKS: `${service.baseUrl}/.well-known/jwks.json` };
  const host = execa(python, [program, 'host'], { env, extendEnv: false, stderr: 'inherit', reject: false });
  ends.defer(async () => void (host.kill(), await host));
  const [port] = (await once(host.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}`;
  const body = { amount: '{{amount}}' };
  const patches = ['wsgi', 'asgi'].map((key) =>
    actingPatch(key, {
      request: { method: 'POST', path: `/${key}/{{to}}`, query: { to: '{{to}}' }, body },
    }),
  );
  const { client, thread } = await startActing(service, { host: { url } as Host, patches });
  const args = '{"amount":12.50,"to":"Zoë/Bo & ~"}';
  const { id } = await converse(client, thread, `/call wsgi ${args}\n/call asgi ${args}`);
  expect((await callsOf(client, id)).map(({ result }) => result)).toEqual([
    { wsgi: { amount: 12.5 }, sub: 'ada' },
    { asgi: { amount: 12.5 }, sub: 'ada' },
  ]);
  const receipt = await client.get<SignedStatement>(`/v1/loom/runs/${id}/receipt?turn=1&call=1`);
  const expected = { service: 'verified', results: [], origins: [] };
  const real = { name: 'of a real call', jws: receipt.data.jws, jwks: env.JWKS, expected };
  const file = join(directory, 'receipt.json');
  await writeFile(file, JSON.stringify({ tokens: [], receipts: [real], webhooks: [] }));
  const verified = await execa(python, [join(programs, 'vectors.py'), file], { extendEnv: false });
  expect(JSON.parse(verified.stdout)).toMatchObject({ receipts: [], counts: [0, 1, 0] });
  for (const path of ['/wsgi/Bo', '/asgi/Bo']) {
    const stranger = await fetch(`${url}${path}`, { method: 'POST', body: '{"amount":9}' });
    expect([stranger.status, await stranger.json()]).toMatchObject([
      401,
      { error: { code: 'missing_approval' } },
    ]);
  }
});
