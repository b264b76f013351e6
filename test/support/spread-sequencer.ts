import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs a file of `e2e` now and then among those of `integration`, from the first to the last: the former wait for
 * processes and time-outs while the latter compute, and never are many stacks up at once.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ project }) => project.name === 'e2e');
    const others = sorted.filter(({ project }) => project.name !== 'e2e');
    const computing = others.filter(({ project }) => project.name === 'integration').length;
    const start = others.length - computing;
    for (const [index, file] of waiting.entries()) {
      others.splice(start + index + Math.floor((index * computing) / waiting.length), 0, file);
    }
    return others;
  }
}
