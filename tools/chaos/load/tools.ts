import { callTimeoutSeconds, plainSchema, paymentSchema, type Repeats } from './patches.ts';

/** Before the names of the tools in the keys of their patches. */
export const toolPrefix = 'mcp_';

/** The tools of the customer's MCP server: one that reads, one that writes, and one that is held at a gate. */
export const tools = {
  look: tool('always', plainSchema, { annotations: { readOnlyHint: true } }),
  jot: tool('never', plainSchema, { annotations: { destructiveHint: false } }),
  transfer: tool('never', paymentSchema, { annotations: { destructiveHint: true } }),
} as const;

export type ToolName = keyof typeof tools;

/** How the tools are imported: a tool that acts may not be repeated, whatever the server refused. */
export const toolOverrides = Object.fromEntries(
  Object.entries(tools).map(([name, { repeats }]) => [
    name,
    {
      timeout_seconds: callTimeoutSeconds,
      ...(repeats === 'never' ? { reliability: { idempotent: false, retry: 'none' } } : {}),
    },
  ]),
);

function tool(repeats: Repeats, inputSchema: object, parts: object) {
  return { repeats, tool: { inputSchema, ...parts } };
}
