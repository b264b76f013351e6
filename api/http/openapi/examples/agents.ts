import { ids, times } from './ids.ts';

const definition = {
  key: 'payments',
  name: 'Payments assistant',
  instructions: 'Help the user to pay. Never guess an amount.',
  model_class: 'standard',
  patches: [{ ref: 'ask_user@1' }, { ref: 'send_payment@1', gate: 'confirm' }],
  limits: { max_turns: 24, pause_ttl_seconds: 2_592_000 },
  context: {
    schema: { type: 'object', properties: { account_id: { type: 'string' }, name: { type: 'string' } } },
    shown: ['name'],
  },
  timezone: 'Europe/Berlin',
  connection: 'bank',
};

const { connection: _, ...unnamed } = definition;

const patch = {
  key: 'send_payment',
  description: 'Sends a payment. A person approves it first.',
  interaction: 'silent',
  input_schema: {
    type: 'object',
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0 },
      to: { type: 'string' },
      iban: { type: 'string' },
      from: { type: 'string' },
    },
    required: ['amount', 'to', 'iban', 'from'],
    additionalProperties: false,
  },
  fill: { '/from': 'account_id' },
  risk: { base: 'high' },
  reliability: { idempotent: true, retry: 'always' },
  redact: { result: ['/balance'] },
  price_credits: 0.25,
  timeout_seconds: 30,
  summary: { title: 'Send {{amount}} EUR', fields: [{ label: 'To', value: '{{to}}' }] },
  request: {
    method: 'POST',
    path: '/payments',
    body: { amount: '{{amount}}', to: '{{to}}', iban: '{{iban}}', from: '{{from}}' },
  },
  payment: {
    amount: '/amount',
    currency: { constant: 'EUR' },
    payee: { account: { iban: '/iban' }, name: '/to' },
  },
};

const connection = {
  id: ids.connection,
  name: 'bank',
  type: 'http',
  base_url: 'https://api.bank.example/v2',
  auth: { type: 'bearer' },
  header_names: ['X-Tenant'],
  trace_context: false,
  created_at: times.connected,
  updated_at: times.connected,
};

/** Examples of agents, their patches and the hosts that they call. */
export const agentExamples = {
  AgentDefinition: definition,
  Agent: { id: ids.agent, version: 3, ...definition, created_at: times.published },
  PublishedAgent: {
    id: ids.agent,
    version: 3,
    ...unnamed,
    created_at: times.published,
    warnings: [
      {
        code: 'connection_unnamed',
        path: 'connection',
        message:
          'The agent names no connection, and the workspace has several: calls of send_payment@1 fail with `no_connection`, unless the thread or the request names one.',
      },
    ],
  },
  PatchDefinition: patch,
  Patch: { ref: 'send_payment@1', version: 1, ...patch, created_at: times.published },
  NewConnection: {
    name: 'bank',
    base_url: 'https://api.bank.example/v2',
    auth: { type: 'bearer', token: 'token-of-the-bank' },
    headers: { 'X-Tenant': 'acme' },
  },
  ConnectionChange: { base_url: 'https://api.bank.example/v2' },
  Connection: connection,
  ConnectionTest: { ok: true, status: 200, duration_ms: 84 },
  ToolImport: {
    tools: ['find_person', 'delete_person'],
    prefix: 'crm_',
    overrides: { find_person: { redact: { result: ['/iban'] }, price_credits: 0.1 } },
  },
  ListedTools: {
    connection_id: ids.connection,
    tools: [
      {
        name: 'delete_person',
        description: 'Deletes a person and all that is known of them.',
        key: 'delete_person',
        proposed: {
          risk: { base: 'high' },
          reliability: { idempotent: false, retry: 'safe' },
          gate: 'confirm',
        },
      },
    ],
  },
  ImportedTools: {
    connection_id: ids.connection,
    tools: [
      {
        name: 'find_person',
        ref: 'crm_find_person@1',
        changed: true,
        proposed: { risk: { base: 'low' }, reliability: { idempotent: true, retry: 'always' }, gate: null },
      },
      {
        name: 'delete_person',
        ref: 'crm_delete_person@2',
        changed: false,
        proposed: {
          risk: { base: 'high' },
          reliability: { idempotent: false, retry: 'safe' },
          gate: 'confirm',
        },
      },
    ],
  },
  Deleted: { id: ids.connection },
};
