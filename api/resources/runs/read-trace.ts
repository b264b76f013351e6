import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { defined } from '#contract/defined.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { waitingCall } from '#engine/rules/gates/waiting-call.ts';
import { shownAccounts } from '#engine/rules/gates/accounts.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { shownToWorkspace } from '#engine/rules/payments/payee-figures.ts';
import { shownPayment } from '#engine/rules/payments/shown-payment.ts';
import { shownOrigins } from '#engine/rules/origins/shown-origins.ts';
import { shownEarlier } from '#engine/rules/gates/turned-down.ts';
import { shownFreeze } from '#engine/rules/pause.ts';
import { redactedArgs, redactedDetail, redactedResult } from '#engine/rules/redaction.ts';
import type { ReturnReason } from '#contract/approval-check.ts';
import type { CredentialRef } from '#contract/credential.ts';
import { toCredits } from '#contract/credits.ts';
import type { ActingClient, ModelTry, ToolCall, Trace } from '#contract/run.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '#store/mongo/database.ts';
import { countRequests, listRequests, toRequestRecord } from '#store/requests/requests.ts';
import { toRun } from '#store/runs/runs.ts';
import type { ShownTo } from '#store/threads/shown-content.ts';
import type { FailedTry } from '#engine/documents/model-try.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { DecisionDocument } from '#engine/documents/tool-call.ts';
import type { TextOrLength } from '#engine/ports/conversation-store.ts';
import { listToolCallsForTrace, type ToolCallForTrace } from '#store/runs/tool-calls.ts';
import { listTurnsForTrace, type TurnForTrace } from '#store/runs/turns.ts';
import type { TurnReasoning } from '#engine/documents/turn.ts';
import type { Keyring } from '#store/credentials/encryption.ts';

/** The most requests in a trace (run.trace.bounded). */
const tracedRequests = 50;
/** The longest total of its turns' payloads, in characters of JSON, and also of its calls' texts. */
const tracedCharacters = 2 * 1024 * 1024;
/** The longest single text. */
const longestText = 256 * 1024;

/**
 * A run with its turns and what the agent did in them, in order (run.trace.fields), and the requests that its subject
 * made for it. Requests of another subject, which were answered with 404, are not shown. Memory is bounded however long
 * the run is: from the newest turn backwards, whatever does not fit is replaced by its length.
 */
export async function readTrace(
  db: Database,
  keyring: Keyring,
  run: RunDocument,
  to: ShownTo,
): Promise<Trace> {
  const { workspace_id, subject_ref } = run;
  const asked = { workspace_id, subject_ref, run_id: run._id };
  const [turns, calls, requests, requests_count] = await Promise.all([
    listTurnsForTrace(db, keyring, run._id, tracedCharacters),
    listToolCallsForTrace(db, run._id, tracedCharacters),
    listRequests(db, asked, tracedRequests),
    countRequests(db, asked),
  ]);
  const callsByTurn = Map.groupBy(calls, ({ turn_seq }) => turn_seq);
  // A trace does not expose ids of calls.
  const { pauses: _, ...unpaused } = run;
  const shownRun = toRun(unpaused, new Date());
  return {
    ...shownRun,
    turns: await inSteps(turns, async (turn) => ({
      seq: turn.seq,
      model_class: turn.model_class,
      ...defined({ model: turn.model }),
      input_tokens: turn.input_tokens,
      output_tokens: turn.output_tokens,
      ...defined({
        cached_input_tokens: turn.cached_input_tokens,
        left_out: turn.left_out,
        reasoning: toReasoning(turn),
      }),
      cost_credits: toCredits(turn.cost),
      ...(turn.started_at === undefined
        ? {}
        : { started_at: toTimestamp(turn.started_at), tries: triesOf(turn, turn.started_at) }),
      created_at: toTimestamp(turn.created_at),
      ...textOf(turn),
      request: shown(turn.request),
      response: shown(turn.response),
      ...defined({ reply_faults: turn.reply_faults }),
      tool_calls: await inSteps(callsByTurn.get(turn.seq) ?? [], (call) => toToolCall(call, to)),
    })),
    ...(run.tries === undefined || run.tries.length === 0
      ? {}
      : { unanswered_turn: { seq: run.turn_count + 1, tries: run.tries.map(toModelTry) } }),
    requests: requests.items.map(toRequestRecord),
    requests_count,
  };
}

function toModelTry({ at, model, code, status, duration_ms, retry_in_ms, words }: FailedTry): ModelTry {
  return {
    at: toTimestamp(at),
    code,
    duration_ms,
    ...defined({ model, status, retry_in_ms, provider_words: words }),
  };
}

/** The tries that failed, and the one that gave the turn. */
function triesOf(
  { tries = [], model, created_at }: Pick<TurnDocument, 'tries' | 'model' | 'created_at'>,
  at: Date,
): ModelTry[] {
  const duration_ms = Math.max(0, created_at.getTime() - at.getTime());
  return [...tries.map(toModelTry), { at: toTimestamp(at), duration_ms, ...defined({ model }) }];
}

/** The text of a turn, unless it is longer than a trace shows. */
function textOf({ text, shown: visible = text }: TurnForTrace): { text?: string } {
  return visible === '' || visible.length > longestText ? {} : { text: visible };
}

/** The model's reasoning, without the parts that only its provider can read. */
function toReasoning({ reasoning }: TurnForTrace): Trace['turns'][number]['reasoning'] {
  if (reasoning === undefined) return undefined;
  const { text, shown = text, opaque_characters, dropped } = fromJsonText<TurnReasoning>(reasoning);
  return { ...(shown === '' ? {} : { text: shown }), opaque_characters, ...defined({ dropped }) };
}

/** Parsing all texts of a trace at once would block every other request of the process. */
async function inSteps<Item, Result>(items: Item[], map: (item: Item) => Result): Promise<Awaited<Result>[]> {
  const results: Awaited<Result>[] = [];
  for (const item of items) {
    results.push(await map(item));
    await yieldToOthers();
  }
  return results;
}

/**
 * A trace as a session token may see it without the claim `trace: full` (run.trace.session-token): without what the
 * model and the hosts were sent and what the model returned, because instructions, tool schemas and hosts belong to the
 * workspace, and without what authenticated others.
 */
export function withoutPayloads(trace: Trace): Trace {
  return {
    ...trace,
    turns: trace.turns.map(
      ({
        request: _request,
        response: _response,
        reasoning: _reasoning,
        model: _model,
        tries,
        tool_calls,
        ...turn
      }) => ({
        ...turn,
        ...defined({ tries: tries?.map(withoutModel) }),
        tool_calls: tool_calls.map(({ request: _sent, decision, outcome, ...call }) => ({
          ...call,
          ...(decision === undefined ? {} : { decision: withoutCredential(decision) }),
          ...(outcome === undefined || outcome === null ? {} : { outcome: withoutCredential(outcome) }),
        })),
      }),
    ),
    ...withUnanswered(trace, withoutModel),
    requests: trace.requests.map(withoutCredential),
  };
}

/** A trace as a session token may see it, whatever its claims: what a passkey has signed with is the workspace's. */
export function withoutSignatures(trace: Trace): Trace {
  return {
    ...trace,
    turns: trace.turns.map(({ tool_calls, ...turn }) => ({
      ...turn,
      tool_calls: tool_calls.map(({ decisions, ...call }) => ({
        ...call,
        ...defined({ decisions: decisions?.map(unsigned) }),
      })),
    })),
  };
}

function unsigned(decision: NonNullable<ToolCall['decisions']>[number]) {
  const { passkey_id: _, thumbprint: __, credential_id: ___, enrolled_via: ____, ...said } = decision;
  const { public_key: _____, statement: ______, assertion: _______, ...shown } = said;
  return shown;
}

/** A trace as anybody but the workspace itself may see it: a provider may say how the workspace's account with it stands. */
export function withoutProviderWords(trace: Trace): Trace {
  const wordless = ({ provider_words: _words, ...tried }: ModelTry) => tried;
  return {
    ...trace,
    turns: trace.turns.map(({ tries, ...turn }) => ({
      ...turn,
      ...defined({ tries: tries?.map(wordless) }),
    })),
    ...withUnanswered(trace, wordless),
  };
}

function withUnanswered({ unanswered_turn }: Trace, change: (tried: ModelTry) => ModelTry) {
  if (unanswered_turn === undefined) return {};
  return { unanswered_turn: { ...unanswered_turn, tries: unanswered_turn.tries.map(change) } };
}

function withoutModel({ model: _model, ...tried }: ModelTry): ModelTry {
  return tried;
}

function withoutCredential<Word extends { credential?: CredentialRef | undefined }>(
  word: Word,
): Omit<Word, 'credential'> {
  const { credential: _, ...others } = word;
  return others;
}

/** A text as it is shown: its value, or its length. */
function shown(
  text: TextOrLength<JsonText>,
  read: (text: JsonText) => Record<string, unknown> = fromJsonText,
): Record<string, unknown> {
  const characters = typeof text === 'number' ? text : text.length;
  return typeof text === 'number' || characters > longestText ? { truncated: true, characters } : read(text);
}

/** A stored decision or report of a person. */
interface Report {
  actor: string;
  client?: ActingClient;
  credential?: CredentialRef;
  detail?: TextOrLength<JsonText>;
  created_at: Date;
}

/** The author, the detail, and the time. */
function reported(
  { redact }: Pick<ToolCallForTrace, 'redact'>,
  { actor, client, credential, detail, created_at }: Report,
) {
  const call = redact === undefined ? {} : { redact };
  return {
    actor,
    ...defined({ client, credential }),
    ...(detail === undefined ? {} : { detail: shown(detail, (text) => redactedDetail(call, text)) }),
    created_at: toTimestamp(created_at),
  };
}

function toDecision(call: ToolCallForTrace, decision: NonNullable<ToolCallForTrace['decision']>) {
  const { decision: verdict } = decision;
  // The detail of an approval is not part of the result.
  return { decision: verdict, ...reported(verdict === 'reject' ? call : {}, decision) };
}

function toLapsed({
  lapsed_at,
  lapsed_because,
  ...decision
}: NonNullable<ToolCallForTrace['lapsed_decisions']>[number]) {
  return {
    decision: 'approve' as const,
    ...reported({}, decision),
    lapsed_at: toTimestamp(lapsed_at),
    ...defined({ lapsed_because }),
  };
}

function toOutcome(call: ToolCallForTrace, outcome: NonNullable<ToolCallForTrace['outcome']>) {
  return { state: outcome.state, ...reported(call, outcome) };
}

/** A stored decision that may count no more. */
type AnyDecision = Omit<DecisionDocument, 'detail'> & {
  detail?: TextOrLength<JsonText>;
  withdrawn_at?: Date;
  lapsed_at?: Date;
  lapsed_because?: ReturnReason;
};

/** All decisions on a call, oldest first. */
function toDecisions(call: ToolCallForTrace): ToolCall['decisions'] {
  const { approvals = [], decision, lapsed_decisions = [], withdrawn_decisions = [] } = call;
  const decisions: AnyDecision[] = [
    ...lapsed_decisions,
    ...withdrawn_decisions,
    ...approvals,
    ...(decision === undefined ? [] : [decision]),
  ];
  if (decisions.length === 0) return undefined;
  return decisions
    .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map((each) => {
      const { created_at, actor, detail } = reported(each.decision === 'reject' ? call : {}, each);
      const { via, request_via, digest, decision_id, withdrawn_at, lapsed_at, lapsed_because, signature } =
        each;
      return {
        decision: each.decision,
        actor,
        ...defined({ via, request_via, detail, digest, decision_id }),
        at: created_at,
        ...(withdrawn_at === undefined ? {} : { withdrawn_at: toTimestamp(withdrawn_at) }),
        ...(lapsed_at === undefined ? {} : { lapsed_at: toTimestamp(lapsed_at) }),
        ...defined({ lapsed_because }),
        ...signature,
      };
    });
}

/** The rule that applied to a call: a gate without options is not stored. */
function gateRuleOf({ applied_gate, gate }: ToolCallForTrace): ToolCall['gate_rule'] {
  return applied_gate?.rule ?? (gate === null ? undefined : plainGate.rule);
}

/** The payment and the accounts of a held call. */
function ofReferences(
  call: Omit<ToolCallForTrace, 'args'> & { args: JsonText },
  to: ShownTo,
): Pick<ToolCall, 'payment' | 'accounts'> {
  if (call.payment === undefined && call.accounts === undefined) return {};
  const held = waitingCall(call);
  const shown = shownPayment(held);
  const payment = shown && to === 'workspace' ? shownToWorkspace(shown, call.payment?.facts) : shown;
  return defined({ payment, accounts: shownAccounts(held) });
}

/** The freeze that holds an approved call back for as long as that waits. */
function frozenOf({ status, frozen }: ToolCallForTrace): ToolCall['frozen'] {
  return status === 'pending' && frozen !== undefined ? shownFreeze(frozen) : undefined;
}

/** A call as a trace shows it: redacted, and without its id. */
function toToolCall(document: ToolCallForTrace, to: ShownTo): ToolCall {
  const { args, cost, decision, error, outcome, reliability, repeated, request, result, risk } = document;
  const { lapsed_decisions, started_at, finished_at, tries } = document;
  return {
    patch_ref: document.patch_ref,
    interaction: document.interaction,
    gate: document.gate,
    ...defined({
      gate_rule: gateRuleOf(document),
      decisions: toDecisions(document),
      // Without the arguments, nobody can tell what of them is hidden.
      ...(typeof args === 'number' ? {} : ofReferences({ ...document, args }, to)),
      origins: document.origins && (to === 'workspace' ? document.origins : shownOrigins(document.origins)),
      reason: document.reason,
      frozen: frozenOf(document),
      revised_from: document.revised_from,
      ...shownEarlier(document),
    }),
    status: document.status,
    args: shown(args, (text) => redactedArgs({ ...document, args: text })),
    ...(result === undefined
      ? {}
      : { result: shown(result, (text) => redactedResult({ ...document, result: text }) ?? {}) }),
    ...defined({ error }),
    ...(request === undefined ? {} : { request: shown(request) }),
    ...defined({ risk, reliability, repeated }),
    ...(decision === undefined ? {} : { decision: toDecision(document, decision) }),
    ...(lapsed_decisions === undefined ? {} : { lapsed_decisions: lapsed_decisions.map(toLapsed) }),
    started_at: toTimestamp(started_at),
    ...(finished_at === undefined ? {} : { duration_ms: finished_at.getTime() - started_at.getTime() }),
    ...(tries === undefined || tries.length === 0
      ? {}
      : { tries: tries.map((tried) => ({ ...tried, at: toTimestamp(tried.at) })) }),
    ...(cost === undefined ? {} : { cost_credits: toCredits(cost) }),
    ...(outcome === undefined ? {} : { outcome: toOutcome(document, outcome) }),
  };
}
