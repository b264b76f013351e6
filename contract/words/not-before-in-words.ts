/**
 * When an approved write is sent that stays held for a while, as a line for a person; none for any other.
 * @param timeText formats a time. Default: as it is
 */
export function notBeforeInWords(
  not_before: string | undefined,
  timeText = (at: string): string => at,
): string[] {
  if (not_before === undefined) return [];
  return [`Approved. Will be sent at ${timeText(not_before)}; can be withdrawn or rejected until then.`];
}
