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
 * @param progress how many bytes have arrived so far, and whether the client is waited for: otherwise it is not to blame
 * @param onTooSlow called once, when the upload is too slow or takes too long
 * @returns a function that stops watching
 */
export function watchPace(
  { totalMs, windowMs, bytesPerWindow }: UploadPace,
  progress: () => { bytes: number; isClientsTurn: boolean },
  onTooSlow: () => void,
): () => void {
  let before = progress().bytes;
  const windows = setInterval(() => {
    const { bytes, isClientsTurn } = progress();
    if (isClientsTurn && bytes - before < bytesPerWindow) end();
    before = bytes;
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
