/** How a run ends before it is done, in words for its user. */
export const earlyEnds = {
  cancelled: 'Cancelled',
  expired: 'Expired',
  cut: "Cut off: the reply reached the model's limit of output tokens",
  filtered: "Stopped by a filter of the model's provider",
  refused: 'The model declined to answer',
} as const;
export type EarlyEnd = keyof typeof earlyEnds;

/** Whether a run has closed for one of these reasons. */
export function isEarlyEnd(reason: string | undefined): reason is EarlyEnd {
  return reason !== undefined && Object.hasOwn(earlyEnds, reason);
}
