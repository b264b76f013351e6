import { fromJsonText } from '#contract/json-text.ts';
import {
  type Json,
  type Model,
  ModelError,
  type ModelCall,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from '#engine/ports/model.ts';
import type { Chance } from './chance.ts';
import { gatedNames, toolNames } from './hosts.ts';
import { lastCode } from './origins.ts';
import { chooseAmount } from './payments.ts';
import type { ServiceProcess } from './process.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** The model as a process calls it. */
export function modelOf(world: World, process: ServiceProcess): Model {
  return {
    respond: async (request) => {
      checkTold(world, request);
      return await new Promise<ModelReply>((resolve, reject) => {
        const { scheduler, hanging } = world;
        const hung = { thread_id: request.cache_key, process };
        const pending = scheduler.add({
          owner: process,
          task: scheduler.task,
          label: 'the model responds',
          due: scheduler.elapsedMs,
          happen: (chance) => {
            const reply = replyTo(world, request, chance);
            if (reply instanceof Error) reject(reply);
            else if (reply !== undefined) resolve(reply);
            else hanging.add(hung);
          },
        });
        const giveUp = () => {
          scheduler.drop(pending);
          hanging.delete(hung);
          reject(request.signal.reason as Error);
        };
        if (request.signal.aborted) giveUp();
        else request.signal.addEventListener('abort', giveUp);
      });
    },
  };
}

/** The model's view of earlier turns is complete. */
function checkTold(world: World, { history, run }: ModelRequest): void {
  world.check(() => {
    const roles = history.flatMap(({ messages }) => messages.map(({ role }) => role));
    must(
      roles.every((role, index) => role !== 'user' || index === 0 || roles[index - 1] === 'assistant') &&
        roles.at(-1) !== 'user',
      'messages of the user stay apart',
      history,
    );
    must(run[0]?.role === 'user', 'a model is told what was asked', run);
    for (const [index, message] of run.entries()) {
      if (message.role !== 'assistant') continue;
      const next = run[index + 1];
      const told = next?.role === 'tool' ? next.results : [];
      const made = message.calls ?? [];
      must(
        made.every(({ id }) => told.some(({ call_id }) => call_id === id)) &&
          told.every(({ result }) => result !== null),
        'a model is told the result of each call that it has made',
        run,
      );
    }
  });
}

/** Undefined while it hangs. */
function replyTo(world: World, request: ModelRequest, chance: Chance): ModelReply | Error | undefined {
  if (world.isModelDown) return new ModelError({ code: 'overloaded', retryable: true });
  const kind =
    world.isCalm || request.words_only === true
      ? 'words'
      : chance.weighted({ words: 16, calls: 48, held: 12, many: 2, fails: 3, refuses: 1, hangs: 1 });
  switch (kind) {
    case 'fails':
      return new ModelError({ code: 'overloaded', retryable: true });
    case 'refuses':
      return new ModelError({ code: 'rejected', retryable: false });
    case 'hangs':
      return undefined;
    case 'words':
      return reply(request, [], chance, world.isCalm);
    case 'many':
      return reply(
        request,
        Array.from({ length: 17 + chance.below(4) }, (_, index) => call(request, chance, index, 'again')),
        chance,
        world.isCalm,
      );
    // Calls that are held together, beside others.
    case 'held':
      return reply(
        request,
        Array.from({ length: 1 + chance.below(5) }, (_, index) =>
          chance.oneIn(4)
            ? call(request, chance, index)
            : call(request, chance, index, chance.pick(gatedNames)),
        ),
        chance,
        world.isCalm,
      );
    case 'calls':
      return reply(
        request,
        Array.from(
          { length: 1 + chance.below(3) },
          (_, index) => heldCallAgain(world, request, chance, index) ?? call(request, chance, index),
        ),
        chance,
        world.isCalm,
      );
  }
}

/** Often, a model asks for what waits for a decision on its thread, as if the user had asked twice. */
function heldCallAgain(
  { memory: { tables } }: World,
  { cache_key = '' }: ModelRequest,
  chance: Chance,
  index: number,
): ModelCall | undefined {
  const pauses = tables.threads.get(cache_key)?.pauses ?? [];
  const held = chance.pick(pauses.filter(({ type }) => type === 'confirmation'));
  const { name, args } = tables.calls.get(chance.pick(held?.calls ?? [])?.tool_call_id ?? '') ?? {};
  if (name === undefined || args === undefined || chance.oneIn(3)) return undefined;
  return { id: `provider-${index}`, name, args: fromJsonText(args) as Record<string, Json> };
}

function call(
  { run }: Pick<ModelRequest, 'run'>,
  chance: Chance,
  index: number,
  name = chance.pick([...toolNames, 'unknown']) ?? '',
): ModelCall {
  const note = lastCode(run, index);
  const args = {
    amount: ['pay', 'effect_large'].includes(name) ? chooseAmount(chance) : chance.below(1000),
    payee: chance.below(2),
    steps: [],
    kind: 'card',
    payload: { title: 'Card' },
    ...(note === undefined ? {} : { note }),
  };
  return { id: `provider-${index}`, name, args: chance.oneIn(12) ? { ...args, mismatched: true } : args };
}

/** Some of the replies that a schema asks for do not fit it. */
function reply(
  { history, run, reply_schema }: ModelRequest,
  calls: ModelCall[],
  chance: Chance,
  isCalm: boolean,
): ModelReply {
  const output_tokens = chance.below(3);
  const isData = reply_schema !== undefined && calls.length === 0 && (isCalm || !chance.oneIn(2));
  const earlier = toldResults(history.flatMap(({ messages }) => messages)).flat();
  const request = {
    told: toldResults(run),
    earlier: earlier.map(([call_id]) => call_id),
    meanwhile: run.flatMap(saidMeanwhile),
  };
  return {
    text: isData ? '{"greeting":"Hello."}' : 'Hello.',
    calls,
    input_tokens: 10,
    output_tokens,
    request,
    response: {},
  };
}

/** The provider's ids and the results of the calls, for each earlier turn of the run with calls. */
export type ToldResults = [call_id: string, result: Json][][];

function toldResults(run: ModelMessage[]): ToldResults {
  return run.flatMap((message) =>
    message.role === 'tool'
      ? [message.results.map(({ call_id, result }): [string, Json] => [call_id, withoutMeanwhile(result)])]
      : [],
  );
}

function withoutMeanwhile(result: Json): Json {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const { meanwhile: _, ...own } = result;
  return own;
}

/** The texts that were said while calls of the run were held, as its model is shown them. */
function saidMeanwhile(message: ModelMessage): Json[] {
  if (message.role !== 'tool') return [];
  return message.results.flatMap(({ result }) => {
    const said =
      typeof result === 'object' && result !== null && !Array.isArray(result) ? result['meanwhile'] : [];
    return Array.isArray(said) ? said : [];
  });
}
