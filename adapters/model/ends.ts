/** The meaning of a provider's finish reason that its SDK does not know. */
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
    'incomplete',
  ],
  filtered: [
    'content_filter',
    'sensitive',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'language',
    'model_armor',
    'error_toxic',
  ],
  broken: [
    // Some gateways send an empty reason with each piece of an answer that continues.
    '',
    'null',
    'error',
    'failed',
    'abort',
    'aborted',
    'cancelled',
    'interrupted',
    'network_error',
    'server_error',
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
 * The meaning of a provider's own reason. An answer that broke off is not used: the missing part may be most of it.
 * @returns undefined for an unknown or missing reason
 */
export function meaningOfEnd(reason: string | undefined): EndMeaning | undefined {
  // Some say more after a colon: `content_filter: SAFETY`.
  const [name] = reason?.split(':', 1) ?? [];
  return name === undefined ? undefined : byReason.get(name.trim().toLowerCase());
}
