import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { HostNames } from '#adapters/outbound-http/host-names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { startDnsServer } from './dns-server.ts';
import { startHost } from './host.ts';
import { perTest } from '../../../support/per-file.ts';

const dns = perTest(() =>
  startDnsServer((name) =>
    name.endsWith('.silent') ? undefined : name === 'no.such' ? [] : (addresses[name] ?? ['127.0.0.1']),
  ),
);
const many = Array.from({ length: 50 }, (_, n) => `127.0.1.${n}`);
const addresses: Record<string, string[]> = { 'many.example': many };
const lookup = async (names: HostNames, workspaceId: string, name: string): Promise<LookupAddress[]> =>
  await new Promise((resolve, reject) => {
    names.lookupFor(workspaceId)(name, {}, (error, found) => {
      if (error === null) resolve(found as LookupAddress[]);
      else reject(error);
    });
  });
const unanswered = (count: number) => Array.from({ length: count }, (_, n) => `host-${n}.silent`);

it('[outbound.own-resolver] while the DNS server of one workspace is silent, calls of others go on', async () => {
  const host = await startHost((_, response) => response.end('ok'));
  const outbound = createOutboundHttp({ allowPrivateAddresses: ['loopback'], nameServers: [dns.address] });
  const send = async (workspaceId: string, name: string) =>
    await outbound.send({
      workspaceId,
      method: 'GET',
      url: `http://${name}:${host.port}`,
      headers: {},
      timeoutMs: 120_000,
    });
  let ended = 0;
  const hostile = unanswered(200).map(
    async (name) =>
      await send('hostile', name)
        .catch((error: unknown) => error)
        .finally(() => (ended += 1)),
  );
  await waitUntil(() => dns.asked.size >= 8, { timeoutMs: 30_000, what: 'the silent names are asked for' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => await send('other', `bank-${n}.example`)),
  );
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => 'ok'));
  // Lookups beyond its limits failed at once. Of the others eight wait for an answer at a time, for seconds each: on a
  // slow machine some have given up already.
  const asked = [...dns.asked].filter((name) => name.endsWith('.silent')).length;
  const gaveUp = ended - (200 - 8 - 64);
  expect(gaveUp).toBeGreaterThanOrEqual(0);
  expect(gaveUp).toBeLessThan(8 + 64);
  expect(asked).toBeLessThanOrEqual(gaveUp + 8);
  await outbound.close();
  await dns.stop();
  expect(await hostile[0]).toMatchObject({ code: 'unreachable', effect: 'none' });
  expect(await hostile.at(-1)).toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('(EBUSY)') as string,
  });
  await host.stop();
});

it('[outbound.own-resolver] a name is asked for once while its records last, by each workspace for itself', async () => {
  const names = new HostNames([dns.address]);
  const one = async () => await lookup(names, 'a', 'bank.example');
  const expected = [{ address: '127.0.0.1', family: 4 }];
  expect(await Promise.all([one(), one()])).toEqual([expected, expected]);
  expect(await one()).toEqual(expected);
  expect(dns.questions.filter((question) => question === 'bank.example A')).toHaveLength(1);
  expect(await lookup(names, 'b', 'bank.example')).toEqual(expected);
  expect(dns.questions.filter((question) => question === 'bank.example A')).toHaveLength(2);
});

it('a name that does not exist is told of by its code, and is asked for again', async () => {
  const names = new HostNames([dns.address]);
  await expect(lookup(names, 'a', 'no.such')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(lookup(names, 'a', 'no.such')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(dns.questions.filter((question) => question === 'no.such A')).toHaveLength(2);
});

it.each(['localhost', 'LOCALHOST', 'api.localhost', 'localhost.'])(
  '%s is this machine, and nobody is asked',
  async (name) => {
    const found = await lookup(new HostNames([dns.address]), 'a', name);
    expect(found.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(dns.questions).toEqual([]);
  },
);

it('[outbound.own-resolver] of very many addresses of a name, sixteen are kept', async () => {
  const found = await lookup(new HostNames([dns.address]), 'w', 'many.example');
  expect(found).toHaveLength(16);
  expect(many).toEqual(expect.arrayContaining(found.map(({ address }) => address)));
});
