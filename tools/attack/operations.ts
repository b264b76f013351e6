import type { AttackStack } from './stack/attack-stack.ts';

/** An operation under /v1, as the service describes it. */
export interface DescribedOperation {
  method: string;
  path: string;
  /** Whether a session token may call it. */
  takesTokens: boolean;
  /** The scope that an API key needs for it. */
  scope: string | undefined;
  /** A body in JSON; undefined if it takes none. */
  example: Record<string, unknown> | undefined;
}

interface Described {
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> };
}

/** Every operation under /v1, from the service's own description. */
export async function describedOperations({
  baseUrl,
}: Pick<AttackStack, 'baseUrl'>): Promise<DescribedOperation[]> {
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security, requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        takesTokens: security.some((scheme) => 'sessionToken' in scheme),
        scope: security.flatMap(({ apiKey = [] }) => apiKey)[0],
        example: requestBody?.content['application/json']?.example,
      })),
    );
}
