import { conversationOf } from '#adapters/model/conversation-of.ts';
import { createModels, type Models } from '#adapters/model/models.ts';
import {
  type ModelCall,
  ModelError,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  plain,
} from '#engine/ports/model.ts';

/** A turn that the service has asked for, and that the test makes as a provider would. */
export interface DirectedTurn {
  /** The number of this try of the turn, counted from 1. */
  attempt: number;
  /** The conversation as the provider is sent it. */
  messages: ModelMessage[];
  /** Streams a fragment of the reply. */
  say(text: string): void;
  /** Ends the turn with all that was said, and with a call of each of these patches. Without either it says "Done.". */
  end(...calls: { name: string; args: ModelCall['args'] & object }[]): void;
  /** Fails like a provider that is overloaded, so that the turn is taken again. */
  fail(): void;
}

/** `scripted` as always, and `fast`, whose turns the test makes: for what must not depend on how fast things are. */
export interface DirectedModels extends Models {
  /** Resolves to the next turn, in the order in which they are asked for. */
  turn(): Promise<DirectedTurn>;
}

export function directedModels(): DirectedModels {
  const turns: DirectedTurn[] = [];
  const waiting: ((turn: DirectedTurn) => void)[] = [];
  const respond = async (request: ModelRequest): Promise<ModelReply> => {
    const { promise, resolve, reject } = Promise.withResolvers<ModelReply>();
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error), { once: true });
    const turn = directedTurn(request, resolve, reject);
    const next = waiting.shift();
    if (next === undefined) turns.push(turn);
    else next(turn);
    return await promise;
  };
  const scripted = createModels({}).get('scripted');
  return {
    has: (modelClass) => modelClass === 'scripted' || modelClass === 'fast',
    get: (modelClass) => (modelClass === 'scripted' ? scripted : { respond }),
    turn: async () => turns.shift() ?? (await new Promise((resolve) => waiting.push(resolve))),
  };
}

function directedTurn(
  request: ModelRequest,
  resolve: (reply: ModelReply) => void,
  reject: (error: Error) => void,
): DirectedTurn {
  const { attempt, onDelta } = request;
  let text = '';
  return {
    attempt,
    messages: conversationOf(request),
    say: (fragment) => {
      text += fragment;
      onDelta?.(fragment);
    },
    end: (...made) => {
      const calls = made.map((call, index) => ({ id: `call_${index}`, ...call }));
      // A reply without words would be asked for once more.
      const said = text === '' && calls.length === 0 ? 'Done.' : text;
      resolve({
        text: said,
        calls,
        input_tokens: 1,
        output_tokens: 1,
        request: plain({ model: 'directed' }),
        response: plain({ model: 'directed', text: said, calls }),
      });
    },
    fail: () => reject(new ModelError({ code: 'overloaded', retryable: true, status: 503 })),
  };
}
