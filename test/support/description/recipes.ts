import { recordingForm } from '../voice/memory-voice.ts';
import { description } from './operations.ts';

/** Ids of a workspace's resources, by the collection in their paths. */
export interface World {
  [collection: string]: string;
}

/** An operation of the API's description, as something to be called. */
export interface CallableOperation {
  /** As in `POST /v1/agents`. */
  name: string;
  operationId: string;
  method: string;
  path: string;
  /** Whether its path names a resource. */
  hasParent: boolean;
  needsBody: boolean;
  takesSessionTokens: boolean;
}

interface Described {
  operationId: string;
  security: object[];
  requestBody?: object;
}

/** Every operation of the document that takes an API key. */
export function callableOperations(): CallableOperation[] {
  return Object.entries(description().paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as { [method: string]: Described })
      .filter(([, { security }]) => security.some((scheme) => 'apiKey' in scheme))
      .map(([method, { operationId, security, requestBody }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operationId,
        method: method.toUpperCase(),
        path,
        hasParent: path.includes('{'),
        needsBody: requestBody !== undefined,
        takesSessionTokens: security.some((scheme) => 'sessionToken' in scheme),
      })),
  );
}

/** Bodies for the operations, by their ids, with ids from a world. A form is uploaded. */
export const bodies: { [operationId: string]: (world: World) => unknown } = {
  publishAgent: () => ({ key: 'walked', name: 'Walked', instructions: '', model_class: 'scripted' }),
  publishPatch: () => ({
    key: 'walked',
    description: 'Walked.',
    interaction: 'proposed_action',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'none' },
  }),
  createConnection: () => ({ name: 'walked', base_url: 'https://walked.example', auth: { type: 'none' } }),
  updateConnection: () => ({ name: 'taken-over' }),
  importTools: () => ({}),
  publishApprovalPolicy: () => ({ key: 'walked', rules: [] }),
  simulateApprovalPolicy: () => ({ from: '2026-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z' }),
  reviseCall: ({ 'tool-calls': tool_call_id }) => ({ tool_call_id, args: {} }),
  withdrawApproval: ({ 'tool-calls': tool_call_id }) => ({ tool_call_id }),
  putConsoleSignIn: () => ({
    issuer: 'https://walked.example',
    client_id: 'walked',
    roles: { ada: 'admin' },
  }),
  putBudget: () => ({ scope: 'workspace', credits: 5, period: 'day' }),
  createPayee: () => ({ account: { iban: 'GB29NWBK60161331926819' } }),
  reportSettlement: () => ({ state: 'settled' }),
  updatePayee: () => ({ note: 'Walked' }),
  putFreeze: () => ({ scope: 'agent', id: 'nobody', reason: 'Walked.' }),
  putFourEyes: () => ({}),
  rejectChange: () => ({}),
  enrolPasskey: () => ({
    name: 'Walked',
    credential: {
      id: 'walked',
      rawId: 'walked',
      type: 'public-key',
      response: { clientDataJSON: 'walked', attestationObject: 'walked' },
    },
  }),
  putPasskeySettings: () => ({}),
  createApprovalChallenge: ({ runs: run_id, 'tool-calls': tool_call_id }) => ({
    decision: 'approve',
    items: [{ run_id, tool_call_id, digest: `sha-256=:${'A'.repeat(43)}=:` }],
  }),
  putApproverGroup: () => ({ name: 'Walked', members: ['ada'] }),
  createSigningKey: () => ({ algorithm: 'HS256' }),
  createApiKey: () => ({}),
  createThread: ({ agents }) => ({ agent_id: agents }),
  updateThread: () => ({ title: 'Walked' }),
  postMessage: () => ({ content: 'Hello' }),
  chat: () => ({
    messages: [{ id: 'walked', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  }),
  confirmRun: ({ 'tool-calls': tool_call_id }) => ({ tool_call_id, decision: 'approve' }),
  // Refused: the held call is the one that `confirmRun` decides on.
  decideCalls: ({ runs }) => ({ decision: 'approve', items: [{ run_id: runs, tool_call_id: runs }] }),
  reportOutcome: ({ 'tool-calls': tool_call_id }) => ({ tool_call_id, state: 'occurred' }),
  authorizeChannel: ({ threads }) => ({ socket_id: '1.1', channel_name: `private-thread-${threads}` }),
  createWebhookEndpoint: () => ({ url: 'https://walked.example/hook', events: ['*'] }),
  updateWebhookEndpoint: () => ({ enabled: false }),
  redeliverWebhook: ({ events }) => ({ event_id: events }),
  updateMcpSettings: () => ({ login_url: 'https://walked.example/login' }),
  identify: () => ({ bic: 'DEUTDEFF' }),
  extract: () => ({ text: '{"a":1}', schema: { type: 'object' }, model_class: 'scripted' }),
  transcribe: () => recordingForm(),
  speak: ({ messages: message_id }) => ({ message_id }),
};

/** Parameters that operations require beside their paths, by the ids of the operations. */
const queries: { [operationId: string]: (world: World) => Record<string, string> } = {
  liftFreeze: () => ({ scope: 'workspace' }),
  getReceipt: ({ 'tool-calls': tool_call_id = '' }) => ({ tool_call_id }),
};

/**
 * The path of an operation on a resource of a world, and its body.
 * @throws {Error} if there is no recipe for a parameter or the body: add one here for a new operation
 */
export function requestOf(operation: CallableOperation, world: World): { path: string; body?: unknown } {
  const { name, operationId, needsBody } = operation;
  const segments = operation.path.split('/');
  const path = segments.map((segment, index) => {
    if (!segment.startsWith('{')) return segment;
    const id = world[segments[index - 1] ?? ''];
    if (id === undefined) throw new Error(`no resource is known for ${segment} of ${name}`);
    return encodeURIComponent(id);
  });
  const body = bodies[operationId];
  if (needsBody && body === undefined) throw new Error(`no body is known for ${name}`);
  const query = queries[operationId];
  const search = query === undefined ? '' : `?${new URLSearchParams(query(world)).toString()}`;
  return { path: `${path.join('/')}${search}`, ...(needsBody ? { body: body?.(world) } : {}) };
}
