import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  AdvisoryList,
  findingsOfList,
  findingsOfRegistry,
  isGrave,
  LockFile,
} from '#tools/dev/audit-deps/findings.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const list = AdvisoryList.parse(read('tools/dev/audit-deps/advisories.json'));

it.each([
  ['koa', '2.16.3', true],
  ['koa', '2.16.4', false],
  ['koa', '3.1.1', true],
  ['koa', '3.1.10', false],
  ['protobufjs', '8.0.1', true],
  ['protobufjs', '8.8.1', false],
  ['debug', '4.4.1', false],
  ['debug', '4.4.2', true],
  ['@grpc/grpc-js', '1.1.7', true],
  ['koa-body', '1.0.0', false],
])('of the list in the repository %s@%s is found: %s', (name, version, isFound) => {
  for (const path of [`node_modules/${name}`, `node_modules/other/node_modules/${name}`]) {
    const found = findingsOfList({ packages: { '': {}, [path]: { version } } }, list);
    expect(found.map((finding) => finding.package)).toEqual(isFound ? [`${name}@${version}`] : []);
    expect(findingsOfList({ packages: { [path]: { version, dev: true } } }, list)).toEqual([]);
  }
});

it('what the registry reports is taken as it says', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      koa: { name: 'koa', severity: 'high', via: [{ source: 1, url: 'https://advisory.example/1' }] },
      'koa-body': { name: 'koa-body', severity: 'low', via: ['koa'] },
    },
    metadata: {},
  };
  const findings = findingsOfRegistry(JSON.stringify(report));
  expect(findings).toEqual([
    { package: 'koa', severity: 'high', about: 'https://advisory.example/1' },
    { package: 'koa-body', severity: 'low', about: 'by koa' },
  ]);
  expect(findings?.map(isGrave)).toEqual([true, false]);
  expect(findingsOfRegistry('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([]);
});

it.each([
  ['says 405', '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":"","detail":""}}'],
  ['cannot be reached', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}'],
  ['says nothing', ''],
])('a registry that %s offers no advisories, which is not that there are none', (_, printed) => {
  expect(findingsOfRegistry(printed)).toBeUndefined();
});

it('nothing that is deployed has a high or critical advisory in the list', () => {
  expect(findingsOfList(LockFile.parse(read('package-lock.json')), list).filter(isGrave)).toEqual([]);
});

it('the list has entries only for packages of the lock file', () => {
  const { packages } = LockFile.parse(read('package-lock.json'));
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  expect(list.advisories.map((advisory) => advisory.package).filter((name) => !names.has(name))).toEqual([]);
});
