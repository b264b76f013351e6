import type { Patch, PatchDefinition } from '../../api/schema.ts';
import { type Part, partsOf } from '../versions/parts.ts';

/** The published definition without the members that the service adds; with the tool that an imported patch calls. */
export function publishedOf(patch: Patch): PatchDefinition & Pick<Patch, 'mcp'> {
  const { ref: _ref, version: _version, created_at: _created, ...published } = patch;
  return published;
}

/** The part of a definition that can be published again. Only an import can connect a patch with an MCP tool. */
export function definitionOf(patch: Patch): PatchDefinition {
  const { mcp: _mcp, ...definition } = publishedOf(patch);
  return definition;
}

/** A patch, published or about to be, with its description as text. */
export function patchParts(definition: object): Part[] {
  return partsOf(definition, { description: 'Description' });
}
