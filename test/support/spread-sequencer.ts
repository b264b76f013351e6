import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Spreads the files of `test/e2e/` among the others of `integration`: they wait for processes and timeouts while the
 * others compute, and few stacks run at once. The last third, in which the short files are, is without them: a file that
 * takes a minute and begins at the end has every other process wait for it.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => moduleId.includes('/test/e2e/'));
    const others = sorted.filter((file) => !waiting.includes(file));
    const computing = others.filter(({ project }) => project.name === 'integration').length;
    const start = others.length - computing;
    for (const [index, file] of waiting.entries()) {
      others.splice(start + index + Math.floor((index * computing * 2) / (3 * waiting.length)), 0, file);
    }
    return others;
  }
}
