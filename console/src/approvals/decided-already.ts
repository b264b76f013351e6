/** It was settled before: somebody else was faster, or the run has ended. The message says which. */
export class DecidedAlready extends Error {
  override readonly name = 'DecidedAlready';
}
