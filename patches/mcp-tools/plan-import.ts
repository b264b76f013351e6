import { invalidField } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { mostImportedTools, type ToolFault, type ToolImport, type ToolOverride } from '#contract/mcp-tool.ts';
import type { PublishedDefinition } from '#contract/patch.ts';
import { definitionOfTool } from './definition-of-tool.ts';
import { type Proposal, proposalOf } from './proposal.ts';

const longestKey = 64;

/** A tool as its server lists it. */
export interface ToolToImport {
  name: string;
  definition: JsonObject;
  digest: string;
}

/** The plan for a tool: publish it, or the reason why not. */
export type PlannedTool = { name: string } & (
  { fault: { code: ToolFault; message: string } } | { definition: PublishedDefinition; proposed: Proposal }
);

/**
 * The patches that an import would publish, one entry for each tool, made on demand. A tool that cannot be imported
 * does not stop the others.
 * @param listed all tools of the server
 * @throws {ServiceError} `invalid_request` if all tools are to be imported and there are too many
 */
export function* planImport(
  connectionId: string,
  listed: readonly ToolToImport[],
  { tools, prefix, overrides = {} }: ToolImport,
): Generator<PlannedTool> {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const names = tools ?? [...new Set([...byName.keys(), ...Object.keys(overrides)])];
  if (names.length > mostImportedTools) {
    const message = `must name the tools to import, at most ${mostImportedTools}: the server lists ${byName.size}`;
    throw invalidField('tools', message, 'too_many_tools');
  }
  const keys = new Map(
    names.map((name) => [name, Object.hasOwn(overrides, name) ? overrides[name]?.key : undefined]),
  );
  for (const name of names) keys.set(name, keys.get(name) ?? keyOfTool(name, prefix));
  const withKey = Map.groupBy(names, (name) => keys.get(name));
  for (const name of names) {
    const override = (Object.hasOwn(overrides, name) ? overrides[name] : undefined) ?? {};
    const key = keys.get(name);
    const sharesKey = key !== undefined && (withKey.get(key) ?? []).length > 1;
    yield planTool(connectionId, { name, key, sharesKey, listed: byName.get(name) ?? [], override });
  }
}

function planTool(
  connection_id: string,
  {
    name,
    key,
    sharesKey,
    listed: [tool, ...others],
    override,
  }: {
    name: string;
    key: string | undefined;
    sharesKey: boolean;
    listed: ToolToImport[];
    override: ToolOverride;
  },
): PlannedTool {
  const failed = (code: ToolFault, message: string): PlannedTool => ({ name, fault: { code, message } });
  if (tool === undefined) return failed('unknown_tool', 'The server lists no tool of that name.');
  if (others.length > 0) return failed('duplicate_tool', 'The server lists several tools of that name.');
  if (key === undefined) {
    return failed('invalid_key', 'No key can be derived from the name: give one as overrides.key.');
  }
  if (sharesKey) {
    return failed(
      'duplicate_key',
      `Several tools have the key ${key}: give one of them another as overrides.key.`,
    );
  }
  const proposed = proposalOf(tool.definition['annotations'], override);
  const mcp = { connection_id, tool: name, digest: tool.digest };
  const made = definitionOfTool(tool.definition, { key, mcp, proposal: proposed, override });
  return 'fault' in made
    ? failed('invalid_tool', made.fault)
    : { name, definition: made.definition, proposed };
}

/**
 * The key of the patch for a tool: prefix and name in lower case, with `_` between words and instead of all other
 * characters: `getUser` is `get_user`, `files/read` is `files_read`. Undefined if that is no key: it is too long, or does
 * not begin with a letter.
 */
export function keyOfTool(name: string, prefix = ''): string | undefined {
  // A longer name has no key, and is not looked at.
  if (name.length > 2 * longestKey) return undefined;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const key = `${prefix}${words}`;
  return words !== '' && key.length <= longestKey && /^[a-z]/.test(key) ? key : undefined;
}
