import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolRun } from '#contract/mcp-tools.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { cardOf } from './apps/approval-card.ts';
import { describeRun } from './describe-run.ts';

/** A run as the result of a tool: structured, in words, and beside it, where no model looks, what the approval card
 * shows, and the trace context that the run belongs to. */
export function toResult(
  view: ToolRun,
  { trace_context }: Pick<RunDocument, 'trace_context'>,
): CallToolResult {
  const _meta = { ...cardOf(view), ...trace_context };
  return {
    content: [{ type: 'text', text: describeRun(view) }],
    structuredContent: { ...view },
    ...(Object.keys(_meta).length === 0 ? {} : { _meta }),
  };
}
