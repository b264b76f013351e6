/** How fast an upload must arrive. */
export interface UploadPace {
  /** The time for the whole upload. */
  totalMs: number;
  /** In each window of this length, at least so many bytes must arrive. */
  windowMs: number;
  bytesPerWindow: number;
}

/**
 * The largest recording takes a quarter of an hour at 30 kB/s. A client that sends less than 1.6 kB/s is too slow for
 * any recording, and would only hold a place.
 */
export const defaultPace: UploadPace = {
  totalMs: 15 * 60 * 1000,
  windowMs: 10_000,
  bytesPerWindow: 16 * 1024,
};

/**
 * Watches the pace of an upload.
 * @param received the number of bytes that have arrived so far
 * @param onTooSlow called once, when the upload is too slow or takes too long
 * @returns a function that stops watching
 */
export function watchPace(
  { totalMs, windowMs, bytesPerWindow }: UploadPace,
  received: () => number,
  onTooSlow: () => void,
): () => void {
  let before = received();
  const windows = setInterval(() => {
    const now = received();
    if (now - before < bytesPerWindow) end();
    before = now;
  }, windowMs);
  const end = () => {
    stop();
    onTooSlow();
  };
  const total = setTimeout(end, totalMs);
  const stop = () => {
    clearInterval(windows);
    clearTimeout(total);
  };
  return stop;
}
