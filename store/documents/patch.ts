/** One published version of a patch: immutable. */
export interface PatchDocument {
  _id: string;
  workspace_id: string;
  key: string;
  version: number;
  ref: string;
  /**
   * The definition as JSON text. A schema has member names that BSON takes for its own or not at all (`$ref` beside
   * `$id`, a NUL).
   */
  definition: string;
}
