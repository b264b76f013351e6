import type { ApiClient } from '../support/api-client.ts';
import type { TestService } from '../support/start-service.ts';

/** A way through a workflow. */
export interface Scenario {
  name: string;
  /** Resolves to what the workflow whose history is to be kept is of: a run, unless said otherwise. */
  play: (client: ApiClient, service: TestService) => Promise<string>;
  /** Default: the workflow of a run. */
  workflowId?: (id: string) => string;
}
