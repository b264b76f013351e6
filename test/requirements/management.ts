import type { Requirement } from './requirement.ts';

/** Agents, the request log, credits and usage endpoints, the admin command. */
export const management = [
  {
    id: 'agent.publish.created',
    source: ['contract.md 1', 'contract.md 3'],
    issue: 3,
    behaviour: 'POST /v1/agents is 201 with {id, key, version, name, …, created_at}; the first version is 1.',
  },
  {
    id: 'agent.publish.next-version',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'Publishing a changed definition of a key makes the next version, with an id of its own.',
  },
  {
    id: 'agent.publish.identical',
    source: 'contract.md 3',
    issue: 3,
    behaviour: "Publishing a definition identical to the key's latest version returns that version with 200.",
  },
  {
    id: 'agent.publish.limit-defaults',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'Limits default to max_turns 24 and pause_ttl_seconds 2592000.',
  },
  {
    id: 'agent.publish.model-unavailable',
    source: 'contract.md 5',
    issue: 3,
    behaviour: 'Publishing with a model class that the deployment does not map is 422 model_unavailable.',
  },
  {
    id: 'agent.publish.patches',
    source: 'contract.md 3',
    issue: 4,
    behaviour:
      'An agent names its patches by ref, with an optional gate of confirm and an optional risk; an unknown ref is 422.',
  },
  {
    id: 'agent.publish.one-version',
    source: 'contract.md 3',
    issue: 12,
    behaviour: 'An agent has one version of a patch key; a second one is 422.',
  },
  {
    id: 'agent.publish.gate',
    source: 'contract.md 3',
    issue: 12,
    behaviour:
      'A gate is for silent patches that act or cost; on update_plan, show_block or a patch of another interaction it is 422.',
  },
  {
    id: 'agent.publish.max-credits',
    source: 'contract.md 3',
    issue: 12,
    behaviour: 'limits.max_credits has at most six decimal places; more is 422 at publishing.',
  },
  {
    id: 'agent.publish.risk-raise',
    source: 'contract.md 3',
    issue: 4,
    behaviour: "An agent's risk may raise the base of the patch; one that lowers it is 422.",
  },
  {
    id: 'agent.immutable',
    source: ['service.md Versioning', 'service.md Identifier formats', 'contract.md 3'],
    issue: 3,
    behaviour:
      'An agent id names one exact version that nothing changes; a thread keeps its version when a newer one is published.',
  },
  {
    id: 'agent.list',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'GET /v1/agents lists the published versions of the workspace.',
  },
  {
    id: 'agent.list.by-key',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'GET /v1/agents?key= lists the versions of that key only.',
  },
  {
    id: 'agent.get',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'GET /v1/agents/{id} returns the definition as published.',
  },
  {
    id: 'agent.archive.refuses-threads',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'After POST /v1/agents/{id}/archive a new thread with it is 409 agent_archived.',
  },
  {
    id: 'agent.archive.threads-go-on',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'Existing threads of an archived agent go on.',
  },
  {
    id: 'request-log.record',
    source: 'contract.md 3',
    issue: 5,
    behaviour:
      'GET /v1/requests lists every request under /v1, newest first, with the fields of the contract.',
  },
  {
    id: 'request-log.id',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'The UUID v7 of a record is the Request-Id of its response.',
  },
  {
    id: 'request-log.actor',
    source: ['contract.md 2', 'contract.md 3'],
    issue: 12,
    behaviour: 'The actor of a request stands in its record.',
  },
  {
    id: 'request-log.filters',
    source: 'contract.md 3',
    issue: 5,
    behaviour: 'Requests are filtered by run_id, product and status.',
  },
  {
    id: 'request-log.kept-30-days',
    source: 'contract.md 3',
    issue: 5,
    behaviour: 'Request records are kept 30 days.',
  },
  {
    id: 'request-log.no-secrets',
    source: 'contract.md 3',
    issue: 5,
    behaviour: 'Bodies and credentials are in no request record and no log line.',
  },
  {
    id: 'credits.balance',
    source: 'contract.md 3',
    issue: 12,
    behaviour: 'GET /v1/credits returns {balance, held}.',
  },
  {
    id: 'credits.held',
    source: 'contract.md 4',
    issue: 12,
    behaviour: 'GET /v1/credits tells as held what open runs hold; it is no entry of the ledger.',
  },
  {
    id: 'credits.ledger',
    source: 'contract.md 3',
    issue: 5,
    behaviour:
      'GET /v1/credits/ledger lists {id, delta, balance, reason, ref, created_at}; ref names the run, request or grant.',
  },
  {
    id: 'usage.loom',
    source: 'contract.md 3',
    issue: 5,
    behaviour: 'GET /v1/usage?from&to reports runs and tokens by agent.',
  },
  {
    id: 'usage.excludes-replays',
    source: 'contract.md 3',
    issue: 5,
    behaviour: 'Replayed requests are in no usage figure.',
  },
  {
    id: 'admin.workspace-create',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'admin workspace create NAME prints {"workspace_id", "api_key"}, and the key works.',
  },
  {
    id: 'admin.workspace-create.options',
    source: 'contract.md 3',
    issue: 3,
    behaviour: '--credits N and --rate N set the first balance and the rate of the new workspace.',
  },
  {
    id: 'admin.workspace-set-rate',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'admin workspace set-rate ID N stores the rate of the workspace.',
  },
  {
    id: 'admin.workspace-list',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'admin workspace list prints the workspaces, without keys.',
  },
  {
    id: 'admin.credits-grant',
    source: 'contract.md 3',
    issue: 3,
    behaviour: 'admin credits grant ID N adds N to the balance by an entry of the ledger.',
  },
] as const satisfies readonly Requirement[];
