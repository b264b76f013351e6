import type { ApiClient } from '#test/support/api-client.ts';

/** A way through the run workflow. Resolves to the run whose history is to be kept. */
export interface Scenario {
  name: string;
  play: (client: ApiClient) => Promise<string>;
}
