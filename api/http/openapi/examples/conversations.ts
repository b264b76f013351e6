import { hash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json.ts';
import { accountingExamples } from './accounting.ts';
import { ids, times } from './ids.ts';

const text = 'Done: 12.50 EUR went to Bo.';

const call = {
  patch_ref: 'send_payment@1',
  interaction: 'silent',
  gate: 'confirm',
  status: 'ok',
  args: { amount: 12.5, to: 'Bo', iban: 'DE89370400440532013000' },
  result: { id: 'pay_81', state: 'sent' },
  request: {
    method: 'POST',
    path: '/payments',
    body: { amount: 12.5, to: 'Bo', iban: 'DE89370400440532013000' },
  },
  risk: { base: 'high', effective: 'high' },
  reliability: { idempotent: true, retry: 'always' },
  decision: { decision: 'approve', detail: { by: 'ada' }, created_at: times.decided },
  started_at: times.held,
  duration_ms: 212,
  cost_credits: 0.25,
  outcome: null,
};

const turn = {
  seq: 1,
  model_class: 'standard',
  input_tokens: 412,
  output_tokens: 38,
  cost_credits: 0.0047,
  created_at: times.held,
  request: { messages: [{ role: 'user', content: 'Send Bo 12.50' }] },
  response: {
    tool_calls: [
      { patch_ref: 'send_payment@1', args: { amount: 12.5, to: 'Bo', iban: 'DE89370400440532013000' } },
    ],
  },
  tool_calls: [call],
};

const run = {
  id: ids.run,
  thread_id: ids.thread,
  subject_ref: 'user_42',
  agent: { id: ids.agent, name: 'Payments assistant' },
  origin: 'api',
  state: 'closed',
  terminal: true,
  cost_credits: 0.2581,
  reason: 'finished',
  connection: { id: ids.connection, name: 'bank' },
  message: { id: ids.reply, role: 'assistant', content: text, created_at: times.replied },
  opened_at: times.posted,
  closed_at: times.replied,
};

const waiting = { created_at: times.held, expires_at: times.expires };

const payment = {
  amount: '12.5',
  currency: 'EUR',
  payee: {
    name: 'Bo',
    account: {
      result: 'identified',
      rail: 'iban',
      iban: 'DE89370400440532013000',
      formatted: 'DE89 3704 0044 0532 0130 00',
      valid: true,
    },
    institution: { id: 'de_bic_cobadeff', name: 'Commerzbank', bic: 'COBADEFF', branch: 'Commerzbank Köln' },
    country: 'DE',
    id: ids.payee,
    status: 'open',
    known: true,
    payments: 3,
    first_paid_at: times.started,
    last_paid_at: times.decided,
    other_account: false,
  },
};

const confirmation = {
  run_id: ids.run,
  tool_call_id: ids.toolCall,
  patch_ref: 'send_payment@1',
  payment,
  summary: { title: 'Send 12.5 EUR', fields: [{ label: 'To', value: 'Bo' }] },
  args: { amount: 12.5, to: 'Bo', iban: 'DE89370400440532013000' },
  connection: { id: ids.connection, name: 'bank' },
  risk: 'high',
  reason: 'Bo is the payee of your last three payments.',
  ...waiting,
};

const document = canonicalJson({
  tool_call_id: confirmation.tool_call_id,
  patch_ref: confirmation.patch_ref,
  connection: { ...confirmation.connection, configuration: 'hmac-sha-256=:3q2-7wAAAAAAAAAAAAAAAA:' },
  args: confirmation.args,
  policy: null,
  payment: {
    amount: '12.5',
    currency: 'EUR',
    account: { result: 'identified', rail: 'iban', iban: 'DE89370400440532013000', valid: true },
    institution_id: payment.payee.institution.id,
  },
});

const approval = {
  kind: 'confirmation',
  run_id: ids.run,
  thread_id: ids.thread,
  subject_ref: 'ada',
  agent: { id: ids.agent, name: 'Payments assistant' },
  tool_call_id: ids.toolCall,
  patch_ref: 'send_payment@1',
  payment,
  summary: confirmation.summary,
  args: confirmation.args,
  connection: confirmation.connection,
  risk: 'high',
  reason: confirmation.reason,
  digest: `sha-256=:${hash('sha256', document, 'base64')}:`,
  document,
  ...waiting,
};

const chatApproval = {
  ...confirmation,
  status: 'done',
  decisions: [{ decision: 'approve', actor: 'ada', via: 'token', at: times.replied }],
};

const chatMessage = {
  id: ids.run,
  role: 'assistant',
  metadata: { run_id: ids.run, thread_id: ids.thread, state: 'closed', reason: 'completed' },
  parts: [
    {
      type: 'tool-send_payment',
      toolCallId: ids.toolCall,
      state: 'output-available',
      input: confirmation.args,
      output: { done: true },
      providerExecuted: true,
      toolMetadata: { kind: 'write', patch_ref: 'send_payment@1' },
      approval: { id: ids.toolCall, approved: true },
    },
    { type: 'data-approval', id: ids.toolCall, data: chatApproval },
    { type: 'text', text, state: 'done' },
  ],
};

/** Examples of threads, messages and runs. */
export const conversationExamples = {
  ChatRequest: {
    id: 'chat-1',
    messages: [{ id: 'msg-1', role: 'user', parts: [{ type: 'text', text: 'Send Bo 12.50 EUR' }] }],
    trigger: 'submit-message',
  },
  ChatMessage: { id: 'msg-1', role: 'user', parts: [{ type: 'text', text: 'Send Bo 12.50 EUR' }] },
  ChatApproval: chatApproval,
  ChatHistoryMessage: chatMessage,
  ChatHistory: { messages: [chatMessage] },
  UiMessageChunk: { type: 'text-delta', id: 'text-1', delta: 'Done: ' },
  NewThread: { agent_id: ids.agent, metadata: { channel: 'web' }, context: { account_id: 'acc_81' } },
  ThreadChange: { title: 'Rent for May', context: { account_id: 'acc_82' } },
  CreatedThread: {
    id: ids.thread,
    agent: { id: ids.agent, name: 'Payments assistant' },
    subject_ref: 'ada',
    title: 'New conversation',
    metadata: { channel: 'web' },
    created_at: times.started,
  },
  Thread: {
    id: ids.thread,
    title: 'Send Bo 12.50',
    subject_ref: 'ada',
    agent: { id: ids.agent, name: 'Payments assistant' },
    message_count: 1,
    last_message: { role: 'user', content: 'Send Bo 12.50', created_at: times.posted },
    pending_elicitation: null,
    pending_action: null,
    pending_confirmation: confirmation,
    created_at: times.started,
    updated_at: times.held,
  },
  PendingConfirmation: confirmation,
  Withdrawal: { tool_call_id: ids.toolCall },
  NewRevision: {
    tool_call_id: ids.toolCall,
    args: { amount: 12.5, to: 'Bo', iban: 'DE89370400440532013000' },
    detail: { note: 'a typing error' },
  },
  RevisedCall: {
    run_id: ids.run,
    state: 'running',
    tool_call_id: ids.ledgerEntry,
    revised_from: ids.toolCall,
    same_args: false,
  },
  PendingElicitation: {
    run_id: ids.run,
    kind: 'ask_user',
    prompt: { question: 'Which account?', options: ['Savings', 'Giro'] },
    ...waiting,
  },
  PendingAction: {
    run_id: ids.run,
    tool_call_id: ids.toolCall,
    patch_ref: 'sign_contract@1',
    args: { document: 'lease' },
    ...waiting,
  },
  Approval: approval,
  NewMessage: { content: 'Send Bo 12.50', context: { account_id: 'acc_82' } },
  AcceptedMessage: {
    run_id: ids.run,
    thread_id: ids.thread,
    state: 'running',
  },
  Message: {
    id: ids.reply,
    role: 'assistant',
    content: text,
    parts: null,
    run_id: ids.run,
    seq: 2,
    created_at: times.replied,
  },
  Run: run,
  Turn: turn,
  ToolCall: call,
  Trace: { ...run, turns: [turn], requests: [accountingExamples.Request], requests_count: 1 },
  NewDecision: {
    tool_call_id: ids.toolCall,
    decision: 'approve',
    detail: { by: 'ada' },
  },
  NewOutcome: {
    tool_call_id: ids.toolCall,
    state: 'occurred',
    detail: { reference: 'C-2026-114' },
  },
  DecidedCall: {
    run_id: ids.run,
    thread_id: ids.thread,
    subject_ref: 'ada',
    agent: run.agent,
    tool_call_id: ids.toolCall,
    patch_ref: 'send_payment@1',
    summary: { title: 'Send 12.5 EUR', fields: [{ label: 'To', value: 'Bo' }] },
    risk: 'high',
    decision: 'approve',
    actor: 'eve@bank.example',
    via: 'console',
    decided_at: times.decided,
    approved_by: ['mia@bank.example', 'eve@bank.example'],
    status: 'ok',
    finished_at: times.replied,
  },
  ApprovalChange: {
    change: 'waiting',
    run_id: ids.run,
    thread_id: ids.thread,
    tool_call_id: ids.toolCall,
    at: times.held,
  },
  AcceptedForRun: { run_id: ids.run, state: 'running' },
  AcceptedDecision: { run_id: ids.run, state: 'running' },
  Erasure: { id: ids.erasure, status: 'running', subject_ref: 'ada', created_at: times.replied },
  Pagination: { next_cursor: null, has_more: false, limit: 25 },
};
