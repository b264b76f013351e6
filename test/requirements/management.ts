import type { Requirement } from './requirement.ts';

/** Agents, the request log, credits and usage endpoints, the admin command. */
export const management = [
  {
    id: 'agent.publish.created',
    behaviour: 'POST /v1/agents is 201 with {id, key, version, name, …, created_at}; the first version is 1.',
  },
  {
    id: 'agent.publish.next-version',
    behaviour: 'Publishing a changed definition of a key makes the next version, with an id of its own.',
  },
  {
    id: 'agent.publish.identical',
    behaviour: "Publishing a definition identical to the key's latest version returns that version with 200.",
  },
  {
    id: 'agent.publish.limit-defaults',
    behaviour: 'Limits default to max_turns 24 and pause_ttl_seconds 2592000.',
  },
  {
    id: 'agent.publish.model-unavailable',
    behaviour: 'Publishing with a model class that the deployment does not map is 422 model_unavailable.',
  },
  {
    id: 'agent.publish.patches',
    behaviour:
      'An agent names its patches by ref, with an optional gate of confirm and an optional risk; an unknown ref is 422.',
  },
  {
    id: 'agent.publish.one-version',
    behaviour: 'An agent has one version of a patch key; a second one is 422.',
  },
  {
    id: 'agent.publish.gate',
    behaviour:
      'A gate is for silent patches that act or cost; on update_plan, show_block or a patch of another interaction it is 422.',
  },
  {
    id: 'agent.publish.max-credits',
    behaviour: 'limits.max_credits has at most six decimal places; more is 422 at publishing.',
  },
  {
    id: 'agent.publish.risk-raise',
    behaviour: "An agent's risk may raise the base of the patch; one that lowers it is 422.",
  },
  {
    id: 'agent.immutable',
    behaviour:
      'An agent id names one exact version that nothing changes; a thread keeps its version when a newer one is published.',
  },
  {
    id: 'agent.list',
    behaviour: 'GET /v1/agents lists the published versions of the workspace.',
  },
  {
    id: 'agent.list.by-key',
    behaviour: 'GET /v1/agents?key= lists the versions of that key only.',
  },
  {
    id: 'agent.get',
    behaviour: 'GET /v1/agents/{id} returns the definition as published.',
  },
  {
    id: 'agent.archive.refuses-threads',
    behaviour: 'After POST /v1/agents/{id}/archive a new thread with it is 409 agent_archived.',
  },
  {
    id: 'agent.archive.threads-go-on',
    behaviour: 'Existing threads of an archived agent go on.',
  },
  {
    id: 'request-log.record',
    behaviour:
      'GET /v1/requests lists every request under /v1, newest first, with the fields of the contract.',
  },
  {
    id: 'request-log.id',
    behaviour: 'The UUID v7 of a record is the Request-Id of its response.',
  },
  {
    id: 'request-log.actor',
    behaviour: 'The actor of a request stands in its record.',
  },
  {
    id: 'request-log.filters',
    behaviour: 'Requests are filtered by run_id, product and status.',
  },
  {
    id: 'request-log.kept-30-days',
    behaviour: 'Request records are kept 30 days.',
  },
  {
    id: 'request-log.no-secrets',
    behaviour: 'Bodies and credentials are in no request record and no log line.',
  },
  {
    id: 'credits.balance',
    behaviour: 'GET /v1/credits returns {balance, held}.',
  },
  {
    id: 'credits.held',
    behaviour: 'GET /v1/credits tells as held what open runs hold; it is no entry of the ledger.',
  },
  {
    id: 'credits.ledger',
    behaviour:
      'GET /v1/credits/ledger lists {id, delta, balance, reason, ref, created_at}; ref names the run, request or grant.',
  },
  {
    id: 'usage.loom',
    behaviour: 'GET /v1/usage?from&to reports runs and tokens by agent.',
  },
  {
    id: 'usage.extract',
    behaviour: 'Usage counts extractions and their tokens by model class, including those of agents.',
  },
  {
    id: 'usage.excludes-replays',
    behaviour: 'Replayed requests are in no usage figure.',
  },
  {
    id: 'admin.workspace-create',
    behaviour: 'admin workspace create NAME prints {"workspace_id", "api_key"}, and the key works.',
  },
  {
    id: 'admin.workspace-create.options',
    behaviour: '--credits N and --rate N set the first balance and the rate of the new workspace.',
  },
  {
    id: 'admin.workspace-set-rate',
    behaviour: 'admin workspace set-rate ID N stores the rate of the workspace.',
  },
  {
    id: 'admin.workspace-set-streams',
    behaviour: 'admin workspace set-streams ID N sets how many event streams the workspace may have open.',
  },
  {
    id: 'admin.workspace-set-voice',
    behaviour:
      'admin workspace set-voice ID on|off switches voice for the workspace, which is on by default.',
  },
  {
    id: 'admin.workspace-list',
    behaviour: 'admin workspace list prints the workspaces, without keys.',
  },
  {
    id: 'admin.console-link',
    behaviour:
      'admin console link WORKSPACE prints the url of a link that signs in once within 15 minutes; --name says whom.',
  },
  {
    id: 'admin.console-sign-out',
    behaviour:
      'admin console sign-out WORKSPACE ends all console sessions and unused links of the workspace.',
  },
  {
    id: 'admin.credits-grant',
    behaviour: 'admin credits grant ID N adds N to the balance by an entry of the ledger.',
  },
] as const satisfies readonly Requirement[];
