import { priceOfEntry, priceTurn } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import { standardRefusal } from '#contract/agent.ts';
import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { TurnReasoning } from '../documents/turn.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import { agentTools } from '../judging/agent-tools.ts';
import { judgeGatedCalls } from '../judging/judge-gated-calls.ts';
import { validateCalls } from '../judging/validate-calls.ts';
import { judgeReply } from '../judging/judge-reply.ts';
import type { Engine } from './engine.ts';
import type { RunAgent } from '../ports/agents.ts';
import { type Json, type LeftOut, ModelError, type ModelReasoning, type ModelReply } from '../ports/model.ts';
import type { ReplyStream } from '../ports/replies.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { directiveOf, isNext } from '../rules/directive.ts';
import { lockState } from '../rules/thread-lock.ts';
import { toolOf } from '../rules/filled-arguments.ts';
import { contextOf, instructionsWith } from '../rules/given-context.ts';
import { heldBeside } from '../rules/gates/held-beside.ts';
import type { HiddenValues } from '../rules/hidden-values.ts';
import type { AgentTool, JudgedCall, StructuredReply, TurnTaken } from '../rules/inputs.ts';
import { type Redactable, redactedPayload } from '../rules/redacted-payload.ts';
import { wordsOfReply } from '../rules/reply-with-words.ts';
import { replyId } from '../documents/derived-ids.ts';
import { apply, applyUntilStored, untilStored } from './apply.ts';
import { type Conversation, readBefore, readRunSoFar } from './conversation.ts';
import { durationOf } from '../rules/duration.ts';
import { endFailedTry, failedTries } from './failed-try.ts';
import { type CreditsLeft, limitReached } from './limit-reached.ts';
import { mustLoadRun } from './load-run.ts';
import { noteGrant } from './note-grant.ts';
import { recentRun } from './recent-runs.ts';
import { inTurns } from '../event-loop/in-turns.ts';
import { isOutdated } from './with-known-rejections.ts';
import { hiddenValues, struckPayload, struckText, struckValues, wordsOf } from './strike-hidden.ts';

/** How long a provider may take for a turn. */
const modelTimeoutMs = 9 * 60 * 1000;
/** A trace keeps at most this much of what was sent to and received from a provider, in characters of JSON. */
const tracedCharacters = 256 * 1024;
/** A longer payload is not redacted to find out whether it would then be short enough: that could delay other runs. */
const redactedCharacters = 2 * tracedCharacters;

/** Which turn to take, and how often its provider has failed before. */
export interface TurnToTake extends RunInput {
  turn: number;
  tries?: number;
  /** How the last of them failed. */
  failed_with?: ModelFailureCode;
  /** The workflow has waited for the thread lock, which this outbox entry of the thread has granted. */
  grant_version?: number;
}

/** The results of the step before a turn. */
export interface BeforeTurn {
  /**
   * The run as this process has just written it. Default: it is remembered or read. If somebody else wrote since, the turn's write
   * notices, as it would after a read.
   */
  stored?: LoadedRun;
  /** The credits that are left. Default: they are read. */
  creditsLeft?: CreditsLeft | undefined;
}

/**
 * Takes one model turn of a run: loads what the model has to know, calls it, and stores turn, calls, reply, charge,
 * events and state in one write. A turn that is already stored is not taken again.
 * @returns what the workflow does next. If the provider failed, this is the same turn again after a delay: the
 *   directive counts the tries of a provider, because attempts of the activity also include outages of the service's
 *   own parts
 */
export async function takeTurn(
  engine: Engine,
  { turn, tries = 0, failed_with, grant_version, ...input }: TurnToTake,
  attempt: StepAttempt,
  { stored, creditsLeft }: BeforeTurn = {},
): Promise<Directive> {
  const { agents, clock, conversations, earlierRuns, outboxStore, recentTurns, replies, store } = engine;
  const step = { next: 'turn', turn } as const;
  const [read, agent, before] = await Promise.all([
    stored ??
      recentRun(engine, input.run_id, attempt, (recent) => isNext(recent, step)) ??
      mustLoadRun(store, { ...input, turn_count: turn - 1 }),
    agents.get(input.agent_id),
    readBefore(conversations, input),
  ]);
  const { run } = read;
  // A worker died after its write and before it responded: the turn is stored, and only the directive is missing. Or the
  // store was restored to an earlier time, and calls of an earlier turn are pending.
  if (!isNext(read, step)) return directiveOf(read);
  const lock = lockState(read);
  if (lock === 'cancelled') return directiveOf(read);
  if (lock === 'awaited') return { next: 'wait_for_turn_lock' };
  const loaded = noteGrant(outboxStore, read, grant_version);
  const [limit, conversation, tools] = await Promise.all([
    limitReached(engine, run, agent, creditsLeft),
    readRunSoFar(conversations, loaded, {
      before,
      known: recentTurns.upTo(loaded, clock.now()),
      earlierRuns,
      timeZone: agent.timezone,
      now: clock.now(),
    }),
    agentTools(engine, run, agent),
  ]);
  if (limit !== undefined) return await apply(engine, loaded, { type: 'failure', error: limit, step });
  // The model is not asked for calls that could not be counted.
  if (hasPolicy(tools)) clock.storeNow();
  const started_at = clock.now();
  const texts = conversation.turns.map(({ text, shown = text }) => shown);
  const hidden = await hiddenValues(conversation.quotable);
  const stream = replies.begin(run, texts);
  let reply: ModelReply;
  try {
    reply = await respond(
      engine,
      { run, agent, tools, conversation, tries, started_at, hidden, stream },
      attempt,
    );
  } catch (cause) {
    stream.stop();
    return await endFailedTry(engine, attempt, {
      loaded,
      step,
      tries,
      failed_with,
      started_at,
      hidden,
      cause,
    });
  }
  const answered_at = clock.now();
  // The last call of a reply that was cut, filtered or refused may be incomplete, and others may be missing. Nor is it
  // data.
  const finish = reply.finish ?? 'finished';
  const made = finish === 'finished' ? reply.calls : [];
  const schema = finish === 'finished' ? replySchema(run, agent) : undefined;
  const [valid, answer] = await Promise.all([
    validateCalls(engine, run, made, tools),
    schema === undefined || made.length > 0 ? undefined : judgeReply(engine, run, schema, reply.text),
  ]);
  // Between the check of a call and the write, others may use up a limit that lets it through, or reject a call that asked for the
  // same. The write then fails, and the calls are checked again, with what is left or was rejected.
  let known = loaded;
  let isToReload = false;
  const reload = async () => await mustLoadRun(store, { ...input, turn_count: turn - 1 });
  return await retryOnConflict(
    clock,
    'what calls are checked against',
    async () => {
      if (isToReload) known = await untilStored(engine, attempt, { run_id: run._id }, reload);
      // The turn is not taken again because its calls could not be checked.
      const judged = await untilStored(
        engine,
        attempt,
        { run_id: run._id },
        async () =>
          await judgeGatedCalls(engine, known, valid, {
            ...conversation.sources,
            instructions: agent.instructions,
            tools,
          }),
      );
      const taken = await turnTaken(engine, {
        agent,
        schema,
        turn,
        reply,
        judged,
        answer,
        conversation,
        hidden,
        texts,
        message_id: replyId(run._id),
        finish,
        started_at: reply.asked_at ?? started_at,
        answered_at,
        ...defined({ turned_down_known: known.thread.turned_down }),
        held_known: heldBeside(known),
        thread_seq: loaded.thread.last_seq,
      });
      const applied = await applyUntilStored(engine, attempt, known, taken);
      if (applied.turn !== undefined) {
        recentTurns.note(conversation, applied.turn, applied.after, clock.now());
        if (made.length === 0) earlierRuns.note(applied.after.run, conversation.calls, clock.now());
      }
      return applied.directive;
    },
    (error) => {
      isToReload = isOutdated(error);
      return isToReload || isLimitReached(error);
    },
  );
}

function hasPolicy(tools: ReadonlyMap<string, AgentTool>): boolean {
  return tools.values().some(({ wired: { gate } }) => typeof gate === 'object' && gate.type === 'policy');
}

function isLimitReached(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'limit_reached';
}

/** The schema of the reply, if the turn may be the last. The words after a handoff are for a person. */
function replySchema({ handed_off }: RunDocument, { reply_schema }: RunAgent): JsonObject | undefined {
  return handed_off === true ? undefined : reply_schema;
}

interface ModelCallToMake {
  run: RunDocument;
  agent: RunAgent;
  tools: Map<string, AgentTool>;
  conversation: Conversation;
  tries: number;
  started_at: Date;
  /** The hidden values of the model's text. */
  hidden: HiddenValues;
  stream: ReplyStream;
}

/**
 * Has the model respond, and shows the reply while it comes. While it may be data, which a schema asks for, nothing is shown
 * until it turns out to be words beside calls.
 * @throws {ModelError} `empty_reply` if nothing was said in the whole run
 */
async function respond(
  { clock, models }: Engine,
  { run, agent, tools, conversation, tries, started_at, hidden, stream }: ModelCallToMake,
  { cancelled }: StepAttempt,
): Promise<ModelReply> {
  const shown = hidden.stream();
  const reply_schema = replySchema(run, agent);
  const show = (text: string) => stream.add(shown.add(text));
  const reply = await models.get(agent.model_class).respond({
    instructions: instructionsWith(agent, contextOf(run)),
    ...defined({ settings: agent.model }),
    cache_key: run.thread_id,
    ...(conversation.earlier_calls.length === 0 ? {} : { earlier_calls: conversation.earlier_calls }),
    history: conversation.history,
    run: conversation.run,
    tools: [...tools.values()].map(({ patch }) => toolOf(patch)),
    ...(run.handed_off === true ? { words_only: true } : {}),
    ...(reply_schema === undefined
      ? { onDelta: show }
      : { reply_schema: reply_schema as { [key: string]: Json } }),
    attempt: tries + 1,
    signal: AbortSignal.any([cancelled, clock.timeout(modelTimeoutMs)]),
  });
  if (reply_schema !== undefined && reply.calls.length > 0) show(reply.text);
  stream.add(shown.end());
  const { finish = 'finished' } = reply;
  const text = wordsOfReply(reply, {
    texts: conversation.turns.map((turn) => turn.text),
    hasBlocks: (run.blocks ?? []).length > 0,
    handedOff: run.handed_off === true,
    refusalText: agent.refusal_text ?? standardRefusal,
  });
  if (text === undefined) {
    throw emptyReply(reply, reply.asked_at ?? started_at, clock.now());
  }
  if (text !== reply.text) stream.add(text);
  stream.finish({ last: finish !== 'finished' || reply.calls.length === 0 });
  return { ...reply, text };
}

/** The failure of a model that has said nothing, and of those that were asked before it. */
function emptyReply(
  { model, failed = [], finish = 'finished' }: ModelReply,
  at: Date,
  now: Date,
): ModelError {
  const words = `The reply was empty (${finish}).`;
  const error = new ModelError({ code: 'empty_reply', retryable: true, words });
  const duration_ms = durationOf(at, now);
  return model === undefined ? error : error.withFailed([...failed, { model, at, duration_ms, error }]);
}

interface TakenTurn extends Pick<
  TurnTaken,
  | 'turn'
  | 'texts'
  | 'message_id'
  | 'finish'
  | 'started_at'
  | 'answered_at'
  | 'turned_down_known'
  | 'held_known'
  | 'thread_seq'
> {
  agent: RunAgent;
  reply: ModelReply;
  /** The schema of the reply, if the turn may be the last. */
  schema: JsonObject | undefined;
  judged: JudgedCall[];
  /** The reply by the schema, if there are no calls. */
  answer: StructuredReply | undefined;
  conversation: Conversation;
  /** The values that patches redact in earlier calls. */
  hidden: HiddenValues;
}

async function turnTaken(
  { prices }: Engine,
  { agent, schema, reply, judged, answer, conversation, hidden: hiddenBefore, ...taken }: TakenTurn,
): Promise<TurnTaken> {
  const { model_class, limits } = agent;
  const { input_tokens, cached_input_tokens, output_tokens, reasoning } = reply;
  const made = judged.map(toRedactable);
  const redacts = made.some(({ redact }) => redact !== undefined);
  const hidden = redacts ? await hiddenValues([...conversation.quotable, ...made]) : hiddenBefore;
  const calls: JudgedCall[] = [];
  for (const call of judged) {
    // A call may show its own arguments to the person who has to act on them.
    const redactsItself = call.tool?.patch.redact !== undefined;
    calls.push(withStruckExcerpts(hidden, await withShown(redactsItself ? hiddenBefore : hidden, call)));
  }
  const known = conversation.known && [...conversation.known, ...made];
  const text = reply.text.toWellFormed();
  const shown = answer === undefined ? await struckText(hidden, text) : '';
  return {
    type: 'turn_taken',
    ...taken,
    model_class,
    ...defined({ model: reply.model }),
    ...(reply.failed === undefined ? {} : { failed: await failedTries(reply.failed, hidden) }),
    pause_ttl_seconds: limits.pause_ttl_seconds,
    text,
    ...(shown === text ? {} : { shown }),
    calls,
    ...(schema === undefined ? {} : { structured: true as const }),
    ...(answer === undefined ? {} : { reply: await asShown(hidden, answer, schema) }),
    ...(reasoning === undefined ? {} : { reasoning: await keptReasoning(reasoning, known, hidden) }),
    input_tokens,
    ...defined({ cached_input_tokens }),
    output_tokens,
    ...leftOutOf(conversation, reply),
    cost: priceTurn(
      priceOfEntry(prices[model_class], reply.entry),
      input_tokens,
      output_tokens,
      cached_input_tokens,
    ),
    request: await traced(reply.request, known, hidden),
    response: await traced(reply.response, known, hidden),
  };
}

/** The reply without what patches redact. Where something is struck, it may no longer fit its schema. */
async function asShown(
  hidden: HiddenValues,
  reply: StructuredReply,
  schema: JsonObject = {},
): Promise<StructuredReply> {
  if (hidden.empty || 'faults' in reply) return reply;
  const { payload } = await struckValues(hidden, reply, wordsOf(schema));
  return { payload };
}

/** The parts that the model was not shown, because the engine or the model has no room for them. */
function leftOutOf({ left_out }: Conversation, reply: ModelReply): { left_out?: LeftOut } {
  const messages = left_out.messages + (reply.left_out?.messages ?? 0);
  const characters = left_out.characters + (reply.left_out?.characters ?? 0);
  return messages === 0 ? {} : { left_out: { messages, characters } };
}

/**
 * The model's reasoning as it is stored: its provider gets it back unchanged, and traces show its words like those of a
 * payload.
 */
async function keptReasoning(
  reasoning: ModelReasoning,
  known: Redactable[] | undefined,
  hidden: HiddenValues,
): Promise<JsonText<TurnReasoning>> {
  const { text } = reasoning;
  const mayBeShown = known !== undefined && text.length <= tracedCharacters;
  const struck = mayBeShown
    ? await struckText(hidden, text)
    : { truncated: true as const, characters: text.length };
  return toJsonText<TurnReasoning>({ ...reasoning, ...(struck === text ? {} : { shown: struck }) });
}

async function withShown(hidden: HiddenValues, call: JudgedCall): Promise<JudgedCall> {
  if (hidden.empty) return call;
  const words = call.tool === undefined ? undefined : wordsOf(call.tool.patch.input_schema);
  const shown = await struckValues(hidden, call.args, words);
  return shown === call.args ? call : { ...call, shown };
}

/** Values that patches redact are in no excerpt. */
function withStruckExcerpts(hidden: HiddenValues, call: JudgedCall): JudgedCall {
  if (hidden.empty || call.origins === undefined) return call;
  const origins = call.origins.map(({ seen, ...origin }) => ({
    ...origin,
    seen: seen.map(({ excerpt, ...place }) => ({
      ...place,
      ...defined({ excerpt: excerpt && hidden.strike(excerpt) }),
    })),
  }));
  return { ...call, origins };
}

function toRedactable({ args, tool, unparsed }: JudgedCall): Redactable {
  return {
    args: toJsonText(args),
    ...(tool?.patch.redact === undefined ? {} : { redact: tool.patch.redact }),
    ...defined({ unparsed }),
  };
}

/** The part of a payload that a trace keeps: nothing of it if it is not known what to redact. */
async function traced(
  payload: Record<string, unknown>,
  known: Redactable[] | undefined,
  hidden: HiddenValues,
): Promise<JsonText> {
  const whole = toJsonText(payload);
  const mayBeKept = known !== undefined && whole.length <= redactedCharacters;
  const text = mayBeKept ? await struckPayload(hidden, await inTurns(redactedPayload(whole, known))) : whole;
  return mayBeKept && text.length <= tracedCharacters
    ? text
    : toJsonText({ truncated: true, characters: text.length });
}
