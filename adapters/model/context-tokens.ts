/**
 * How many tokens models read and write in one turn, by how their names begin, the longest beginning first. Names of Amazon Bedrock
 * have the region and the maker before them. A model that is not here is sent everything; if it turns out to be too long for it, it
 * is asked again with less.
 */
const known: readonly (readonly [beginning: RegExp, tokens: number])[] = [
  [/^(?:.*\.)?anthropic\.claude|^claude/, 200_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5/, 400_000],
  [/^(?:gpt-4o|chatgpt-4o)/, 128_000],
  [/^o[134](?:-|$)/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^(?:.*\.)?amazon\.nova-micro/, 128_000],
  [/^(?:.*\.)?amazon\.nova-(?:lite|pro)/, 300_000],
  [/^(?:mistral|magistral|ministral|codestral)-/, 128_000],
];

/** The tokens that a model has room for; undefined if that is not known. */
export function contextTokensOf(model: string): number | undefined {
  return known.find(([beginning]) => beginning.test(model))?.[1];
}
