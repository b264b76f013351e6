/**
 * A keyed hash of a text, in base64: equal texts of one workspace have equal hashes, and nobody without the key of the workspace
 * can test a guess. It changes when the deployment's key does.
 */
export type Seal = (workspaceId: string, text: string) => string;
