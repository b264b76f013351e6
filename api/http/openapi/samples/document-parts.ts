/** Bodies by media type. */
export type Content = Record<string, { example?: unknown; schema?: Schema }>;

/** A schema as far as samples look at it: of forms, whose fields may be files. */
export interface Schema {
  $ref?: string;
  properties?: Record<string, { format?: string }>;
}

/** The parts of an operation that samples use. */
export interface OpenApiOperation {
  security?: Record<string, unknown>[];
  parameters?: { $ref?: string; name?: string }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
}

/** The name after the last slash of a reference. */
export function referred({ $ref = '' }: { $ref?: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
