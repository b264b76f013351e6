/**
 * Prints how far the tests cover the requirements: `npm run -s requirements -- [--area NAME] [--all]`.
 * A line with `-` is not cited yet; `--all` adds the cited ones, marked `+`.
 */

import { parseArgs } from 'node:util';

import { collectCitations } from './citations.ts';
import { requirements } from './requirements.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { area: { type: 'string' }, all: { type: 'boolean' } },
});
const lines = report(requirements, collectCitations(), values);

if (lines.length === 0) {
  console.error(`No requirement belongs to the area ${values.area}.`);
  process.exitCode = 1;
} else {
  console.log(lines.join('\n'));
}
