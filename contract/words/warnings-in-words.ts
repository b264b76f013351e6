import { type DescribedReturn, describeReturn } from './account-in-words.ts';
import { visibleLine } from './unseen-characters.ts';

/** The fields of a held write that can need a warning. */
interface Warned {
  revised_from?: string | undefined;
  notes?: string[] | undefined;
  unusual?: readonly { text: string }[] | undefined;
  repeats?: { at: string; status: string } | undefined;
  returned?: DescribedReturn | undefined;
}

/**
 * Warnings for the person who decides on a held write, as lines.
 * @param timeText formats a time. Default: as it is
 */
export function warningsOf(
  { unusual = [], revised_from, repeats, returned, notes = [] }: Warned,
  timeText = (at: string): string => at,
): string[] {
  return [
    ...unusual.map(({ text }) => visibleLine(text)),
    ...(revised_from === undefined ? [] : [revised]),
    ...(repeats === undefined ? [] : [describeRepeat(repeats, timeText)]),
    ...(returned === undefined ? [] : [describeReturn(returned)]),
    ...notes.map(visibleLine),
  ];
}

const revised = 'An approver has corrected the arguments. Approvals of the first call do not count.';

/** Approving a repeat executes it again, so the approver is warned. */
function describeRepeat(
  { at, status }: { at: string; status: string },
  timeText: (at: string) => string,
): string {
  const unknown = status === 'ok' ? '' : ', and its outcome is not known';
  return `A call with the same effect was made at ${timeText(at)}${unknown}. If this one is approved, it is made again.`;
}
