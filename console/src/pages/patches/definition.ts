import type { Patch, Schema } from '../../api/schema.ts';

/** What was published, without what the service added to it. */
export function definitionOf(patch: Patch): Schema<'PatchDefinition'> {
  const { ref: _ref, version: _version, created_at: _created, ...definition } = patch;
  return definition;
}
