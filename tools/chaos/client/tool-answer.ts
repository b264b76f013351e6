/** The response of the MCP server to the call of a tool, as far as it is used here. */
export interface ToolResponse {
  jsonrpc: string;
  result?: { structuredContent?: unknown; isError?: boolean; content?: { text?: string }[] };
  error?: { code?: number };
}

/** The statuses of the API for errors of a tool that pass. All other errors of tools are refusals. */
const passing: Record<string, number> = {
  idempotency_in_flight: 409,
  rate_limited: 429,
  temporarily_unavailable: 503,
  internal_error: 500,
};

/** The equivalent answer of the API: an error of a tool has the API's error envelope as its text. */
export function readToolResponse(
  status: number,
  { result, error }: ToolResponse,
): { status: number; code: string; data?: unknown } {
  if (error !== undefined) return { status: status < 400 ? 500 : status, code: String(error.code) };
  if (result?.isError !== true) return { status, code: '', data: result?.structuredContent };
  const envelope = JSON.parse(result.content?.[0]?.text ?? '{}') as { error?: { code?: string } };
  const code = envelope.error?.code ?? '';
  return { status: passing[code] ?? 422, code };
}
