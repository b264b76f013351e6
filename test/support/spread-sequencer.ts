import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders the files so that no process waits for a long one at the end. The simulation, which takes one core,
 * comes first. The files of `test/e2e/` are spread among those of `test/faults/`: they wait for processes
 * and timeouts while the others compute, and few stacks run at once. The last third, in which the short files are, is
 * without them.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const bySize = await super.sort(files);
    const isIn = (folder: string) => (file: TestSpecification) => file.moduleId.includes(`/test/${folder}/`);
    const first = bySize.filter(isIn('simulation'));
    const spread = bySize.filter(isIn('e2e'));
    const others = bySize.filter((file) => !first.includes(file) && !spread.includes(file));
    const computing = others.filter(({ project }) => project.name === 'faults').length;
    const start = others.length - computing;
    for (const [index, file] of spread.entries()) {
      others.splice(start + index + Math.floor((index * computing * 2) / (3 * spread.length)), 0, file);
    }
    return [...first, ...others];
  }
}
