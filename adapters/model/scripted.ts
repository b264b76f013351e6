import { setTimeout as delay } from 'node:timers/promises';
import {
  plain,
  type Json,
  type Model,
  type ModelCall,
  ModelError,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from '#engine/ports/model.ts';
import { Pace } from '#engine/event-loop/pace.ts';
import { conversationOf } from './conversation-of.ts';
import { LeadingLines } from './leading-lines.ts';
import { parseScript } from './script.ts';
import { estimateReplyTokens, estimateRequestTokens } from './token-estimate.ts';

/** Others have their turn after so many. */
const wordsAtOnce = 64;

/**
 * The model class `scripted`: deterministic, and without a provider. The run's first user message is its script (see
 * `script.ts`), with one step for each turn. A message that is not a script is answered with `You said: <message>`.
 *
 * Within a step, the lines act in order: text is streamed word by word, several `/say` are joined by a newline,
 * `/sleep` waits between them, and `/fail <n>` throws `overloaded` (HTTP 503) on the turn's first n attempts, even
 * after text was streamed. The step's calls, with ids `call_<turn>_<n>` counted from 0, are returned with its text.
 *
 * A turn that neither calls nor says anything, because its step has neither or the script is over, replies `Done.` and
 * the result of every call of the run so far, one per line, as compact JSON. On a turn without calls, a step's calls
 * are left out. `{{last}}` in `/say` is the latest result as compact JSON, or `null` before the first. `/bad` without a
 * patch key names the first offered tool.
 *
 * An agent with a `reply_schema` gets what the script says, valid or not. The step after an invalid reply corrects it.
 */
export const scriptedModel: Model = { respond };

async function respond(request: ModelRequest): Promise<ModelReply> {
  request.signal.throwIfAborted();
  const reply = await play(request);
  return {
    ...reply,
    input_tokens: estimateRequestTokens(request),
    output_tokens: estimateReplyTokens(reply),
    request: plain({
      model: 'scripted',
      instructions: request.instructions,
      messages: conversationOf(request),
      tools: request.tools,
      reply_schema: request.reply_schema,
    }),
    response: plain({ model: 'scripted', ...reply }),
  };
}

async function play(request: ModelRequest): Promise<{ text: string; calls: ModelCall[] }> {
  const turn = request.run.filter(({ role }) => role === 'assistant').length;
  const results = resultsOf(request.run);
  const said: string[] = [];
  const lines = new LeadingLines();
  const calls: ModelCall[] = [];

  const pace = new Pace(wordsAtOnce);
  const say = async (text: string) => {
    const piece = lines.add(said.length === 0 ? text : `\n${text}`);
    for (const word of words(piece)) {
      request.onDelta?.(word);
      await pace.rest();
    }
    said.push(piece);
  };
  const call = (made: Omit<ModelCall, 'id'>) => {
    if (request.words_only !== true) calls.push({ id: `call_${turn}_${calls.length}`, ...made });
  };

  const message = request.run[0]?.role === 'user' ? request.run[0].content : '';
  const script = parseScript(message);
  if (script === undefined) await say(`You said: ${message}`);

  for (const directive of script?.[turn] ?? []) {
    switch (directive.do) {
      case 'say':
        await say(directive.text.replaceAll('{{last}}', () => JSON.stringify(results.at(-1) ?? null)));
        break;
      case 'call':
        call({ name: directive.name, args: directive.args });
        break;
      case 'unparseable-call':
        call({ name: directive.name ?? request.tools[0]?.name ?? 'unknown', unparsed: directive.text });
        break;
      case 'sleep':
        await sleep(directive.ms, request.signal);
        break;
      case 'fail':
        if (request.attempt <= directive.times) {
          throw new ModelError({ code: 'overloaded', retryable: true, status: 503 });
        }
        break;
    }
  }

  if (calls.length === 0 && said.length === 0) {
    await say(['Done.', ...results.map((result) => JSON.stringify(result))].join('\n'));
  }
  return { text: said.join(''), calls };
}

function resultsOf(run: ModelMessage[]): Json[] {
  return run.flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ result }) => result) : [],
  );
}

/** Splits text into words, each with the blanks before it. Together they are the text. */
function words(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    // The timer throws its own error, but the port promises the signal's reason.
    signal.throwIfAborted();
    throw error;
  }
}
