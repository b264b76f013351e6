/**
 * The confidence in a transcript, from 0 to 1: the geometric mean of the probabilities of its words or tokens.
 * Undefined without any.
 */
export function confidenceOf(logprobs: (number | undefined)[]): number | undefined {
  const known = logprobs.filter((value) => value !== undefined && Number.isFinite(value));
  if (known.length === 0) return undefined;
  const mean = known.reduce<number>((sum, value) => sum + (value ?? 0), 0) / known.length;
  return Math.min(1, Math.exp(mean));
}
