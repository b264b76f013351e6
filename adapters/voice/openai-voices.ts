/** The voices that OpenAI documents for `/audio/speech`. It has no endpoint that lists them. */
export const openaiVoices = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
] as const;
