import type { Endpoint } from '../endpoint/endpoint.ts';

/** Groups of operations in the order of the reference, by collection. */
const tags: { [name: string]: string } = {
  agents:
    'Instructions, a model class, patches and limits. Each version is published once and never changes.',
  patches: 'Declarations of what agents can call: arguments, request, risk, price. Versions never change.',
  connections: 'Your hosts that agents call, with their credentials.',
  threads: 'Conversations of one subject with one agent, and their messages.',
  runs: 'The work that a message starts: wait for it, decide on its held calls, and read everything that it did.',
  approvals: 'Items that wait for a person: held writes, proposed actions and questions.',
  'approval-policies':
    'Rules that allow, deny or hold calls, with their approvers and limits. Versions never change.',
  'approver-groups': 'People who may approve at a stage of an approval policy.',
  freeze: 'Stops the sending of calls: of a workspace, an agent, a connection or a payee.',
  passkeys: 'Keys of people, with which they sign their decisions (WebAuthn).',
  settings: 'Kinds of changes that need two people, and where passkeys are used.',
  changes: 'Proposed changes of the configuration, which another actor approves.',
  subjects: 'The end users to whom your threads belong.',
  erasures: 'The erasure of all data of a subject.',
  stats: 'Figures for dashboards.',
  realtime: 'Events of a thread, pushed to browsers by the realtime provider.',
  events: 'Everything that happened, in the envelope in which it is delivered.',
  'webhook-endpoints': 'Your URLs to which events are delivered, signed and with retries.',
  webhooks: 'Events that the service sends to your URLs.',
  payees: 'The accounts that payments named, and what was paid to them.',
  payments: 'Payments that were sent.',
  identify: 'The financial institution behind an account reference.',
  extract: 'Data of a given shape out of a text.',
  voice: 'Speech to text and text to speech.',
  mcp: 'Standing authorizations of MCP clients.',
  'signing-keys': 'Keys with which your backend signs session tokens.',
  'api-keys': "The workspace's own credentials.",
  audit:
    'Decisions, sent calls and changes of the configuration, in a chain of hashes that outsiders can verify.',
  requests: 'The request log: each request, its result and its cost.',
  credits: 'Prepaid money, and every change of it.',
  budgets: 'The most credits that a workspace, an agent or a subject may spend in a day or a month.',
  usage: 'Counts of what was used.',
  console:
    'Sign-in to the web console, and how people of a workspace sign in. A session authenticates requests of its own pages only.',
  operations: 'Whether the service is alive and ready. No credential required.',
};

/** The group of an endpoint: the collection with which its path starts. */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const [, base, first = '', second = ''] = path.split('/');
  if (base === 'console') return base;
  return first === 'loom' ? second : first;
}

/** The groups that have operations, with descriptions. */
export function tagsOf(endpoints: Endpoint[]): { name: string; description: string }[] {
  const used = new Set([...endpoints.map(tagOf), 'webhooks', 'operations']);
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, text]) => ({ name, description: text }));
}
