import { visibleLine } from './unseen-characters.ts';

/**
 * The wait of an approved write that stays held, as a line for a person; none for any other.
 * @param timeText formats a time. Default: as it is
 */
export function waitInWords(
  {
    not_before,
    frozen,
  }: { not_before?: string | undefined; frozen?: { at: string; reason: string } | undefined },
  timeText = (at: string): string => at,
): string[] {
  if (frozen === undefined) return notBeforeInWords(not_before, timeText);
  return [
    `Approved, and frozen since ${timeText(frozen.at)}: ${visibleLine(frozen.reason)}. Will be sent once this is lifted; can be withdrawn or rejected until then.`,
  ];
}

/**
 * When an approved write is sent that stays held for a while, as a line for a person; none for any other.
 * @param timeText formats a time
 */
function notBeforeInWords(not_before: string | undefined, timeText: (at: string) => string): string[] {
  if (not_before === undefined) return [];
  return [`Approved. Will be sent at ${timeText(not_before)}; can be withdrawn or rejected until then.`];
}
