import { simulate, stepsOf } from './simulate.ts';
import { Violation } from './violation.ts';

/** The common part of two failures of one kind. */
function kindOf(violation: Error): string {
  return violation instanceof Violation
    ? violation.rule
    : violation.message.replaceAll(/[\da-f-]{8,}/g, 'id');
}

/**
 * Finds a short sequence that breaks the same rule, by leaving out of a sequence what is not needed for that. What is left
 * happens as before, because each step has a number of its own.
 * @param limitMs when to be content with what was found
 */
export async function shrink(
  seed: number,
  limitMs: number,
): Promise<{ steps: number[]; violation: Error | undefined }> {
  const endsAt = performance.now() + limitMs;
  let steps = stepsOf(seed);
  const { violation } = await simulate(seed, steps);
  if (violation === undefined) return { steps, violation };
  const isSame = async (candidate: number[]) => {
    const { violation: found } = await simulate(seed, candidate);
    return found !== undefined && kindOf(found) === kindOf(violation);
  };
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length && performance.now() < endsAt;) {
      const candidate = steps.toSpliced(at, size);
      if (await isSame(candidate)) steps = candidate;
      else at += size;
    }
  }
  return { steps, violation };
}

/** A story for people: what happened in a sequence that breaks a rule, shortened, and how to see it again. */
export async function tellStory(seed: number, limitMs: number): Promise<string> {
  const { steps } = await shrink(seed, limitMs);
  const { story, violation } = await simulate(seed, steps, { tells: true });
  return [
    `Seed ${seed}, ${steps.length} of ${stepsOf(seed).length} steps:`,
    ...story,
    '',
    violation === undefined ? 'No rule is broken.' : (violation.stack ?? violation.message),
    '',
    `To repeat it: npm run simulate -- --seed ${seed}`,
  ].join('\n');
}
