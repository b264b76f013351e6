/** One published version of a patch: immutable. */
export interface PatchDocument {
  _id: string;
  workspace_id: string;
  key: string;
  version: number;
  ref: string;
  /**
   * The definition as JSON text, because a schema can have member names that BSON interprets or refuses (`$ref` beside
   * `$id`, a NUL).
   */
  definition: string;
}
