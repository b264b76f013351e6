import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import {
  AdvisoryList,
  type Finding,
  findingsOfList,
  findingsOfRegistry,
  isGrave,
  LockFile,
} from './findings.ts';

/**
 * `npm run -s audit:deps`: checks the packages that a deployment installs against known advisories: those of the
 * registry or, if it provides none, those in `advisories.json`. Prints the findings, and exits with status 1 if one is
 * high or critical.
 */
const root = join(import.meta.dirname, '../../..');

async function main(): Promise<void> {
  const { source, findings } = await audit();
  console.log(`audit: by ${source}: ${findings.length === 0 ? 'nothing found' : `${findings.length} found`}`);
  for (const { package: name, severity, about } of findings) console.log(`${severity}: ${name} (${about})`);
  if (findings.some(isGrave)) process.exitCode = 1;
}

async function audit(): Promise<{ source: string; findings: Finding[] }> {
  const options = ['--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=20000'];
  // It also fails if there are findings.
  const { stdout } = await execa('npm', ['audit', ...options], { cwd: root, reject: false, timeout: 90_000 });
  const findings = findingsOfRegistry(stdout ?? '');
  if (findings !== undefined) return { source: "the registry's advisories", findings };
  const list = AdvisoryList.parse(await readJson(join(import.meta.dirname, 'advisories.json')));
  const lock = LockFile.parse(await readJson(join(root, 'package-lock.json')));
  return {
    source: `the ${list.advisories.length} advisories in this repository alone (see tools/dev/audit-deps/README.md), because the registry offers none`,
    findings: findingsOfList(lock, list),
  };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

await main();
