/** Within this, the clock of the device counts as right: an answer takes time, and its `Date` has whole seconds. */
const toleratedMs = 5000;
let aheadMs = 0;

/** Learns from the `Date` header of a response how far the clock of this device is from the server's. */
export function noticeServerTime(date: string | null, deviceMs: number = Date.now()): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return;
  const differenceMs = serverMs - deviceMs;
  aheadMs = Math.abs(differenceMs) <= toleratedMs ? 0 : differenceMs;
}

/** The time at the server, in milliseconds: ages and expiries are told by its clock, however wrong the device's is. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
