import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders the files so that the cores are busy all the time, and no process waits for a long file at the end. The
 * simulation, which takes most of a minute and one core, comes first. Of the files of `integration`, long ones, which
 * mostly wait, alternate with short ones, which compute. Those of `test/e2e/` are spread among the first half: they are
 * the longest, and few stacks run at once.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const bySize = await super.sort(files);
    const isIn = (folder: string) => (file: TestSpecification) => file.moduleId.includes(`/test/${folder}/`);
    const first = bySize.filter(isIn('simulation'));
    const spread = bySize.filter(isIn('e2e'));
    const shared = bySize.filter((file) => file.project.name === 'integration' && !spread.includes(file));
    const others = bySize.filter((file) => ![...first, ...spread, ...shared].includes(file));
    const ordered = alternating(shared);
    const apart = Math.floor(ordered.length / (2 * spread.length)) + 1;
    for (const [index, file] of spread.entries()) ordered.splice(index * apart, 0, file);
    return [...first, ...others, ...ordered];
  }
}

/** The first, the last, the second, the last but one, and so on. */
function alternating<Item>(items: Item[]): Item[] {
  const [front, back] = [
    items.slice(0, Math.ceil(items.length / 2)),
    items.slice(Math.ceil(items.length / 2)),
  ];
  return front.flatMap((item, index) => [item, ...back.slice(back.length - 1 - index, back.length - index)]);
}
