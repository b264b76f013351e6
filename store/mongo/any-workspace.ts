/**
 * A filter that every document passes. MongoDB uses an index only if the filter has its first field. Without this, a query
 * over all workspaces would read every document of its collection.
 */
export const anyWorkspace = { workspace_id: { $gt: '' } } as const;
