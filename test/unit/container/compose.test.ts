import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultWorkerStopSeconds, parseEnvironment, variableNames } from '#process/config/environment.ts';
import { composeService, composeText, readComposeFile } from '../../support/container/compose-file.ts';
import { temporaryDirectory } from '../tools/dev/temporary-directory.ts';

const root = join(import.meta.dirname, '../../..');

describe('the environment of the service', () => {
  const { environment = {} } = composeService('service');

  it('[container.environment] has every variable that the process reads, and no other', () => {
    expect(Object.keys(environment).toSorted()).toEqual(variableNames.toSorted());
  });

  it('[container.environment] takes a variable from the caller under its own name', () => {
    for (const [variable, value] of Object.entries(environment)) {
      const [, from = variable] = /^\$\{(\w+)/.exec(value) ?? [];
      expect(from).toBe(variable);
    }
  });
});

it('[container.environment] every process of the service is checked', () => {
  const ours = Object.entries(readComposeFile().services).filter(([, { image }]) => image === 'heddle');
  expect(ours.map(([name]) => name).toSorted()).toEqual(['service']);
});

it('[container.published-ports] only the API and Temporal’s UI are published, and on this machine only', () => {
  const published = Object.entries(readComposeFile().services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(published).toEqual([
    'service ${PUBLISH_ADDRESS:-127.0.0.1}:${PORT:-8080}:8080',
    'temporal-ui 127.0.0.1:${TEMPORAL_UI_PORT:-8233}:8080',
  ]);
});

describe.each(Object.entries(readComposeFile().services))('[container.confined] %s', (name, service) => {
  it('has no capabilities and gains no privileges', () => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
  });

  it('has a file system that it cannot change, but for temporary files', () => {
    // The script of Temporal’s UI writes its configuration beside the program.
    expect(service.read_only).toBe(name !== 'temporal-ui');
    // Uploads may take more space than there is memory.
    expect(service.tmpfs?.includes('/tmp')).toBe(name !== 'service');
    expect(service.volumes?.includes('uploads:/tmp') ?? false).toBe(name === 'service');
  });

  it('does not run as root', () => {
    // The other images say so themselves: the service’s own in the Dockerfile, and those of Temporal.
    const startsAsRoot = /^(?:mongo|postgres):/.test(service.image ?? '');
    expect(service.user).toBe(startsAsRoot ? name : undefined);
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^USER node$/m);
  });
});

describe('[container.secrets] the documented script', () => {
  const variables = (file: string) =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  const write = (file: string) =>
    execFileSync('sh', [join(root, 'tools/dev/compose-secrets.sh'), file], { stdio: 'pipe' });

  it('writes every secret without which Compose does not start, for its owner only', () => {
    const file = join(temporaryDirectory(), '.env');
    write(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const needed = [...composeText().matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const written = variables(file);
    expect(new Set(Object.keys(written))).toEqual(new Set(needed));
    expect(written['MONGODB_KEY']).toMatch(/^[A-Za-z0-9+/]{6,1024}$/);
    const { MONGODB_URI = '' } = composeService('service').environment ?? {};
    const uri = /^\$\{MONGODB_URI:-(.*)\}$/.exec(MONGODB_URI)?.[1] ?? '';
    const environment = parseEnvironment({
      ...written,
      MONGODB_URI: uri.replace(/\$\{MONGODB_PASSWORD:\?[^}]*\}/, written['MONGODB_PASSWORD'] ?? ''),
    });
    expect(new URL(environment.MONGODB_URI).password).toBe(written['MONGODB_PASSWORD']);
  });

  it('writes nothing if it cannot make a secret', () => {
    const directory = temporaryDirectory();
    const file = join(directory, '.env');
    const noOpenssl = { PATH: join(directory, 'programs') };
    mkdirSync(noOpenssl.PATH);
    for (const name of ['dirname', 'tr']) symlinkSync(`/usr/bin/${name}`, join(noOpenssl.PATH, name));
    const options = { stdio: 'pipe', env: noOpenssl } as const;
    expect(() =>
      execFileSync('/bin/sh', [join(root, 'tools/dev/compose-secrets.sh'), file], options),
    ).toThrow(/openssl/);
    expect(existsSync(file)).toBe(false);
  });

  it('writes other secrets each time, and replaces none', () => {
    const [one, other] = [join(temporaryDirectory(), '.env'), join(temporaryDirectory(), '.env')];
    for (const file of [one, other]) write(file);
    const values = [one, other].flatMap((file) => Object.values(variables(file)));
    expect(new Set(values).size).toBe(values.length);
    const before = readFileSync(one, 'utf8');
    expect(() => write(one)).toThrow(/exist/);
    expect(readFileSync(one, 'utf8')).toBe(before);
  });
});

it('[container.secrets] MongoDB asks for a password, also the one who looks whether it is ready', () => {
  const { command, environment, healthcheck } = composeService('mongodb');
  expect(command?.[0]).toContain('--keyFile=/tmp/keyfile');
  expect(environment).toMatchObject({ MONGO_INITDB_ROOT_USERNAME: 'heddle' });
  expect(healthcheck?.test?.at(-1)).toContain('.auth(user, password)');
});

it('[service.prepares] the service starts as the image says, and prepares its servers', () => {
  const { command, environment, depends_on } = composeService('service');
  expect(command).toBeUndefined();
  expect(environment?.['MIGRATE']).toBe('${MIGRATE:-}');
  expect(depends_on).toEqual({
    mongodb: { condition: 'service_healthy' },
    temporal: { condition: 'service_healthy' },
  });
});

it('[worker.stop.sent-calls] the service gets the time to stop that its worker takes, unless the caller sets another', () => {
  const { stop_grace_period, environment } = composeService('service');
  expect(stop_grace_period).toBe(`\${WORKER_STOP_SECONDS:-${defaultWorkerStopSeconds}}s`);
  expect(environment?.['WORKER_STOP_SECONDS']).toBe('${WORKER_STOP_SECONDS:-}');
});

it('Temporal has the settings of the development server', () => {
  expect(readComposeFile().configs['temporal-settings']).toEqual({
    file: './tools/dev/servers/temporal-settings.yaml',
  });
});
