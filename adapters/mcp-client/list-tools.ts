import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json.ts';
import { deepestJson, faultOfJson, isJsonObject } from '#contract/json.ts';
import { McpError } from './errors.ts';
import type { ListedTool } from './port.ts';

/** More tools than that are not read. */
export const mostTools = 1000;
const mostPages = 32;

/** A page of a list of tools, as the server sent it. */
export interface ToolPage {
  tools?: unknown;
  nextCursor?: unknown;
}

/**
 * Reads every page. What is no tool is left out: it has no name by which it could be called.
 * @throws {McpError} if there are too many
 */
export async function readPages(readPage: (cursor?: string) => Promise<ToolPage>): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { tools: listed, nextCursor } = await readPage(cursor);
    if (Array.isArray(listed)) tools.push(...listed.filter(isTool).map(toListed));
    if (tools.length > mostTools) break;
    if (typeof nextCursor !== 'string') return tools;
    cursor = nextCursor;
  }
  throw new McpError(
    'too_many_tools',
    `The MCP server lists over ${mostTools} tools or ${mostPages} pages.`,
    { effect: 'none' },
  );
}

function isTool(tool: unknown): tool is ListedTool['definition'] & { name: string } {
  return (
    isJsonObject(tool) &&
    typeof tool['name'] === 'string' &&
    faultOfJson(tool, { depth: deepestJson, characters: Number.POSITIVE_INFINITY }) === undefined
  );
}

function toListed(definition: ListedTool['definition'] & { name: string }): ListedTool {
  return { name: definition.name, definition };
}

/**
 * A digest of what decides how a tool is used: its name, description, input schema and annotations. The order of members
 * does not matter.
 */
export function toolDigest({ definition }: ListedTool): string {
  const { name, description, inputSchema, annotations } = definition;
  return createHash('sha256')
    .update(canonicalJson({ name, description, inputSchema, annotations }))
    .digest('hex');
}
