/** Somebody else wrote a document first, and nothing was written. Load and decide again. */
export class StaleWriteError extends Error {
  override name = 'StaleWriteError';
}
