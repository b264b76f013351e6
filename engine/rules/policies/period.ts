import type { LimitReservation } from '../../documents/applied-gate.ts';

/** The period of a limit at a time, in UTC: `2026-11-24` for a day, `2026-11` for a month. */
export function periodAt(per: LimitReservation['per'], now: Date): string {
  return now.toISOString().slice(0, per === 'day' ? '2026-11-24'.length : '2026-11'.length);
}
