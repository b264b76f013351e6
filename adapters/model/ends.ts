/** What the reason means that a provider gives for the end of an answer, where its SDK does not know. */
export type EndMeaning = 'cut' | 'filtered' | 'broken';

/** In lower case. */
const meanings: Record<EndMeaning, readonly string[]> = {
  cut: [
    'max_tokens',
    'max_output_tokens',
    'length',
    'model_length',
    'model_context_window_exceeded',
    'error_limit',
  ],
  filtered: ['language', 'model_armor', 'error_toxic'],
  broken: [
    // Some gateways say so with each piece of an answer that goes on.
    '',
    'null',
    'error',
    'failed',
    'abort',
    'aborted',
    'cancelled',
    'interrupted',
    'insufficient_system_resource',
    'malformed_model_output',
    'malformed_tool_use',
    'malformed_response',
    'missing_thought_signature',
    'finish_reason_unspecified',
    'other',
  ],
};

const byReason = new Map(
  (Object.keys(meanings) as EndMeaning[]).flatMap((meaning) =>
    meanings[meaning].map((reason) => [reason, meaning] as const),
  ),
);

/**
 * What a provider's own reason means. Of an answer that broke off, nothing is made: what is missing may be the most of it.
 * @returns undefined for a reason that is not known, or if there is none
 */
export function meaningOfEnd(reason: string | undefined): EndMeaning | undefined {
  return reason === undefined ? undefined : byReason.get(reason.trim().toLowerCase());
}
