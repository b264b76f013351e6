import { simulate } from '../simulate.ts';
import { Violation } from '../violation.ts';

/** Runs sequences until one breaks a rule, and prints how many it took. In this process, a bug is planted. */
const most = Number(process.argv[2]);

for (let sequences = 1; sequences <= most; sequences += 1) {
  const { violation } = await simulate(sequences);
  if (violation === undefined) continue;
  const rule = violation instanceof Violation ? violation.rule : violation.message.split('\n')[0];
  process.stdout.write(JSON.stringify({ sequences, rule }));
  break;
}
