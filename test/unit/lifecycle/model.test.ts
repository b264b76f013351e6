import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { carryOut, command } from '../../support/lifecycle/commands.ts';
import { endAll } from '../../support/lifecycle/continuation.ts';
import { RunWorkflow } from '../../support/lifecycle/run-workflow.ts';
import { World } from '../../support/lifecycle/world.ts';

/** How many sequences are tried. A soak sets more. */
const runs = Number(process.env['MODEL_RUNS'] ?? 600);
/** After how long a sequence that breaks a rule is shortened no further. */
const mostMs = 60_000 + runs * 50;
/** What is tried in a run of the test, at least. */
const fewestCommands = 10_000;

it(
  '[invariant.every-order] keeps every rule of a run in whatever order things happen, and ends every run in the end',
  { timeout: 2 * mostMs },
  () => {
    let commands = 0;
    const sequences = fc.noBias(fc.array(command, { maxLength: 300, size: 'max' }));
    fc.assert(
      fc.property(sequences, fc.boolean(), (sequence, answers) => {
        const world = new World((around, runId) => new RunWorkflow(around, runId));
        for (const given of sequence) carryOut(world, given);
        commands += sequence.length;
        endAll(world, { answers });
      }),
      { numRuns: runs, interruptAfterTimeLimit: mostMs, markInterruptAsFailure: true },
    );
    expect(commands).toBeGreaterThanOrEqual(fewestCommands);
  },
);
