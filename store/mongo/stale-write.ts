/** Somebody else wrote a document first: nothing was written. Load again and decide again. */
export class StaleWriteError extends Error {
  override name = 'StaleWriteError';
}
