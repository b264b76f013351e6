import { patches, type PatchName, type Repeats } from './patches.ts';
import { toolPrefix, type ToolName, tools } from './tools.ts';

/** The patches whose calls are held at a gate, by their keys. */
export const gatedKeys: readonly string[] = ['pay', `${toolPrefix}transfer`];

/** How often the host or the MCP server may be called for a patch; undefined for a patch that calls neither. */
export function repeatsOf(key: string): Repeats | undefined {
  const name = key.slice(toolPrefix.length);
  if (key.startsWith(toolPrefix) && name in tools) return tools[name as ToolName].repeats;
  return key === 'sign' || !(key in patches) ? undefined : patches[key as PatchName].repeats;
}
