import type { Endpoint } from '../routing/endpoint.ts';

/** Groups of operations in the order of the reference, by collection. */
const tags: { [name: string]: string } = {
  agents:
    'Instructions, a model class, patches and limits. Each version is published once and never changes.',
  patches:
    'What agents may call, declared: arguments, the request it makes, risk, price. Versions never change.',
  connections: 'Hosts of yours, with credentials, that agents call.',
  threads: 'Conversations of one subject with one agent, and their messages.',
  runs: 'The work that a message starts: wait for it, decide what it is held at, see all that it did.',
  subjects: 'The people whom your threads belong to.',
  erasures: 'The erasure of all data of a subject.',
  realtime: 'Events of a thread, pushed to browsers through the realtime provider.',
  events: 'All that happened, in the envelope in which it is delivered.',
  'webhook-endpoints': 'Addresses of yours that events are delivered to, signed and retried.',
  identify: 'The financial institution behind an account reference.',
  extract: 'Data of a given shape out of a text.',
  voice: 'Speech to text and text to speech.',
  mcp: 'Standing authorizations of MCP clients.',
  'signing-keys': 'Keys that your backend signs session tokens with.',
  'api-keys': "The workspace's own credentials.",
  requests: 'The activity log: each request, how it went and what it cost.',
  credits: 'Prepaid money, and every change of it.',
  usage: 'What was used, counted.',
  operations: 'Whether the service lives and is ready. Without credentials.',
};

/** The group of an endpoint: the collection with which its path starts. */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const [, , first = '', second = ''] = path.split('/');
  return first === 'loom' ? second : first;
}

/** The groups that have operations, with descriptions. */
export function tagsOf(endpoints: Endpoint[]): { name: string; description: string }[] {
  const used = new Set([...endpoints.map(tagOf), 'operations']);
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, text]) => ({ name, description: text }));
}
