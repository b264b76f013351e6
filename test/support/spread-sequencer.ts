import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, mostly because they wait. */
const long = [
  'simulation/simulation',
  'unit/patches/schema-pool',
  'integration/subjects/erasure',
  'integration/subjects/connecting',
  'integration/events/streams',
  'integration/temporal/workflow-statuses',
  'integration/mcp/approval-page',
  'scale/long-run',
  'scale/continue-as-new',
  'packages/clients',
].map((name) => `/test/${name}.test.ts`);

/**
 * Orders the files so that no process waits for a long one at the end: those that take long come first. The files of
 * `test/e2e/` are spread among those of `test/faults/`: they wait for processes and timeouts while the others compute,
 * and few stacks run at once. The last third, in which the short files are, is without them.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const bySize = await super.sort(files);
    const isIn = (folder: string) => (file: TestSpecification) => file.moduleId.includes(`/test/${folder}/`);
    const first = bySize.filter(({ moduleId }) => long.some((path) => moduleId.endsWith(path)));
    const rest = bySize.filter((file) => !first.includes(file));
    const spread = rest.filter(isIn('e2e'));
    const others = rest.filter((file) => !spread.includes(file));
    const computing = others.filter(({ project }) => project.name === 'faults').length;
    const start = others.length - computing;
    for (const [index, file] of spread.entries()) {
      others.splice(start + index + Math.floor((index * computing * 2) / (3 * spread.length)), 0, file);
    }
    return [...first, ...others];
  }
}
