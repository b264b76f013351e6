import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** The parts of vitest's JSON report that are read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Test[] }[];
}

interface Test {
  status: string;
  fullName: string;
  failureMessages: string[] | null;
}

const hasFailed = ({ status }: { status: string }): boolean => status === 'failed';

function tell(name: string, message: string): void {
  console.log(`failed: ${name}\n  ${stripVTControlCharacters(message).slice(0, 500)}`);
}

/*
 * `node .ci/report-tests.ts FILE...`: prints each test that failed, with the beginning of its error, and then
 * "N passed, N failed" of all reports on a line of its own, for runners that look for it.
 */
let passed = 0;
let failures = 0;
let skipped = 0;
for (const path of process.argv.slice(2)) {
  const report = JSON.parse(await readFile(path, 'utf8')) as Report;
  passed += report.numPassedTests;
  failures += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
  for (const file of report.testResults.filter(hasFailed)) {
    const failed = file.assertionResults.filter(hasFailed);
    for (const { fullName, failureMessages } of failed) {
      tell(`${file.name}: ${fullName}`, failureMessages?.[0] ?? '');
    }
    // A file that fails before its tests are known has failed as a whole.
    if (failed.length > 0) continue;
    failures += 1;
    tell(file.name, file.message);
  }
}
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
