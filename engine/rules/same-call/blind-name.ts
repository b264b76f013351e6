/** The purpose of a hash. Hashes of different purposes cannot be compared. */
type Purpose = 'limit' | 'effect' | 'asked' | 'payee';

/**
 * A keyed hash: equal parts have equal names, and nobody without the key of the workspace can test a guess. Names outlive what they
 * are made of, so that erased data cannot be guessed from them.
 */
export type BlindName = (purpose: Purpose, parts: readonly string[]) => string;
