import type { GrantAccess } from '#api/oauth/access-tokens.ts';
import type { Agent } from '#contract/agent.ts';
import type { ToolRun } from '#contract/mcp-tools.ts';
import { actingPatch, type Host, publishActing, startHost } from '../acting.ts';
import { startService, type TestService, type TestWorkspace } from '../service.ts';
import type { ServiceOptions } from '../start-service.ts';
import { connect, type Connecting, type McpClient, type Revision } from './clients.ts';
import { MemoryTokens } from './memory-tokens.ts';

/** A service with an agent that MCP clients may use. */
export interface McpService {
  service: TestService;
  tokens: MemoryTokens;
  owner: TestWorkspace;
  host: Host;
  /** Pays on the host behind a gate, and notes on it without one, proposes to sign, and has the built-in patches. */
  agent: Agent;
  urlOf: (agentId?: string) => string;
  /** A token of a new grant on the agent. */
  grant: (parts?: Partial<GrantAccess>) => string;
  /** Has the host keep its answers until the returned function is called: a run that notes something is at work. */
  holdHost: () => () => void;
  /** A client with a token, of a new grant unless given. It is closed with the service. */
  client: (parts?: Partial<Connecting> & { revision?: Revision }) => Promise<McpClient>;
  stop: () => Promise<void>;
}

/** The script of a message that has the agent pay. */
export const payment = '/call pay {"amount": 5, "to": "bob"}\n---\n/say Paid: {{last}}';
export const proposal = '/call sign {"to": "bob"}\n---\n/say Signed: {{last}}';
export const question = (args: object) => `/call ask_user ${JSON.stringify(args)}\n---\n/say Heard: {{last}}`;

/** Decides on what a run holds for approval. */
export async function decide(
  client: McpClient,
  { run_id, pending }: ToolRun,
  decision: 'approve' | 'reject',
  more: object = {},
): Promise<ToolRun> {
  return await client.call('confirm', { run_id, tool_call_id: pending?.tool_call_id, decision, ...more });
}

export async function startMcpService(options: ServiceOptions = {}): Promise<McpService> {
  const tokens = new MemoryTokens();
  const host = await startHost();
  const { services, ...others } = options;
  const service = await startService({ ...others, services: { accessTokens: tokens, ...services } });
  const owner = await service.workspace();
  const patches = [
    actingPatch('pay', {
      wired: { gate: 'confirm' },
      risk: { base: 'high' },
      request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}', to: '{{to}}' } },
      summary: { title: 'Pay {{amount}} to {{to}}', fields: [{ label: 'Payee', value: '{{to}}' }] },
    }),
    actingPatch('note', { request: { method: 'POST', path: '/note' } }),
    actingPatch('sign', { interaction: 'proposed_action' }),
  ];
  const agent = await publishActing(owner.client, host, patches);
  const clients: McpClient[] = [];
  const urlOf = (agentId = agent.id) => `${service.baseUrl}/mcp/${agentId}`;
  const grant = (parts: Partial<GrantAccess> = {}) =>
    tokens.grant({ workspace_id: owner.id, agent_id: agent.id, ...parts });
  return {
    service,
    tokens,
    owner,
    host,
    agent,
    urlOf,
    grant,
    holdHost: () => {
      const { answer } = host;
      const { promise, resolve } = Promise.withResolvers<void>();
      host.answer = (...call) => void promise.then(() => answer(...call));
      return () => {
        host.answer = answer;
        resolve();
      };
    },
    client: async ({ revision = '2026-07-28', token = grant(), url = urlOf(), ...parts } = {}) => {
      const client = await connect(revision, { url, token, ...parts });
      clients.push(client);
      return client;
    },
    stop: async () => {
      await Promise.all(clients.map(async (client) => await client.close()));
      await service.stop();
      await host.stop();
    },
  };
}
