/**
 * How long the writer has to tell Temporal before the sweep does so. Temporal may take five seconds to respond, and
 * accepted entries are removed once a second.
 */
const sentWithinMs = 10_000;

/** When an entry that is created now counts as lost. */
export function dueAt(now: Date): Date {
  return new Date(now.getTime() + sentWithinMs);
}
