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

/** The server's time in milliseconds: ages and expiries do not depend on the device's clock. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
