import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';
import { openaiChatFrames } from '#tools/dev/stand-ins/model-servers/openai-chat.ts';
import { stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';

/** A call that a model makes. */
export interface ObeyingCall {
  name: string;
  args: object;
}

/** A provider with a model that does what it was made to do, whatever its instructions say. */
export interface ObeyingModel {
  /** The address of its API. */
  url: string;
  /** The calls of each turn, by the words of the user with which the conversation begins. After them it has only words. */
  plans: Map<string, ObeyingCall[][]>;
  stop(): Promise<void>;
}

/** The body of a request, as far as it matters here. */
interface ChatRequest {
  messages: { role: string; content?: unknown }[];
}

export async function startObeyingModel(): Promise<ObeyingModel> {
  const plans = new Map<string, ObeyingCall[][]>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { messages } = (await json(request)) as ChatRequest;
    const asked = JSON.stringify(messages.find(({ role }) => role === 'user') ?? '');
    const [, plan] = [...plans].find(([words]) => asked.includes(words)) ?? [];
    // A turn that is taken again gets the same answer.
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const calls = (plan?.[turn] ?? []).map(({ name, args }, index) => ({
      id: `call_${turn}_${index}`,
      name,
      json: [JSON.stringify(args)],
    }));
    const words = { text: ['There is nothing special in it.'] };
    const frames = openaiChatFrames({
      ...(calls.length === 0 ? words : { calls }),
      usage: { input: 1, output: 1 },
    });
    await stream(frames)(response);
  };
  const { url, stop } = await serveOnLoopback(answer);
  return { url: `${url}/v1`, plans, stop };
}
