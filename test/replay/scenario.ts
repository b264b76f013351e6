import type { ApiClient } from '../support/api-client.ts';
import type { TestService } from '../support/start-service.ts';

/** A path through a workflow. */
export interface Scenario {
  name: string;
  /** Resolves to the id of what the workflow belongs to. Default: a run. */
  play: (client: ApiClient, service: TestService) => Promise<string>;
  /** Default: the workflow of a run. */
  workflowId?: (id: string) => string;
  /** From how many events on Temporal suggests a new history, of which the first is recorded. Default: 4,096. */
  suggestsAfter?: number;
}
