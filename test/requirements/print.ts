/**
 * Prints how far the tests cover the requirements: `npm run -s requirements -- [--issue N] [--all]`.
 * A line with `-` is not cited yet; `--all` adds the cited ones, marked `+`.
 */

import { parseArgs } from 'node:util';

import { collectCitations } from './citations.ts';
import { requirements } from './index.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { issue: { type: 'string' }, all: { type: 'boolean' } },
});
const issue = values.issue === undefined ? undefined : Number(values.issue);
const lines = report(requirements, collectCitations(), { issue, all: values.all });

if (lines.length === 0) {
  console.error(`No requirement belongs to issue ${values.issue}.`);
  process.exitCode = 1;
} else {
  console.log(lines.join('\n'));
}
