import { expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { converse } from '#clients/raw/conversation.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  anthropicRefuses,
  mistralRefuses,
  openaiChatRefuses,
  openaiResponsesRefuses,
} from '#tools/dev/stand-ins/model-servers/history-rules.ts';
import { mistralFrames } from '#tools/dev/stand-ins/model-servers/mistral.ts';
import {
  type ModelServer,
  plainAnswer,
  startModelServer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { openaiChatFrames } from '#tools/dev/stand-ins/model-servers/openai-chat.ts';
import { openaiResponsesFrames } from '#tools/dev/stand-ins/model-servers/openai-responses.ts';
import type { ScriptedReply } from '#tools/dev/stand-ins/model-servers/scripted-reply.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing, traceOf } from '../../support/acting-run.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const close = async (server: ModelServer) => await server.close();
const anthropic = perFile(async () => await startModelServer(anthropicRefuses), close);
const chat = perFile(async () => await startModelServer(openaiChatRefuses), close);
const responses = perFile(async () => await startModelServer(openaiResponsesRefuses), close);
const mistral = perFile(async () => await startModelServer(mistralRefuses), close);
const host = perTest(startHost);

const one = (provider: 'anthropic' | 'openai' | 'openai-compatible' | 'mistral') => ({
  provider,
  model: 'one',
});
/** An account at a server of its own, which knows it by its address. */
const at = (server: ModelServer, path: string) => ({ apiKey: 'sk-secret', baseUrl: `${server.url}${path}` });
const service = perFile(() =>
  startService({
    models: createModels({
      fast: { ...one('anthropic'), others: [{ ...one('openai-compatible'), ...at(chat, '/v1') }] },
      standard: { ...one('openai-compatible'), ...at(chat, '/v1'), others: [one('anthropic')] },
      deep: { ...one('openai'), ...at(responses, '/v1'), others: [one('mistral')] },
      anthropic: at(anthropic, ''),
      openai: at(chat, '/v1'),
      mistral: at(mistral, '/v1'),
    }),
  }),
);

interface Side {
  server: ModelServer;
  frames: (reply: ScriptedReply) => string[];
}

const sides: Record<'anthropic' | 'chat' | 'responses' | 'mistral', Side> = {
  anthropic: { server: anthropic, frames: anthropicFrames },
  chat: { server: chat, frames: openaiChatFrames },
  responses: { server: responses, frames: openaiResponsesFrames },
  mistral: { server: mistral, frames: mistralFrames },
};

const overloaded = plainAnswer(529, { type: 'error', error: { type: 'overloaded_error', message: 'busy' } });
const usage = { input: 100, output: 10 };
const pay = '{"amount":82000,"to":"Bo"}';

it.each([
  { model_class: 'fast', from: 'anthropic', to: 'chat', ids: ['toolu_01A09q90qw90lq917835lq9', 'toolu_01B'] },
  // Some gateways count calls, and some have ids that are longer than OpenAI takes.
  {
    model_class: 'standard',
    from: 'chat',
    to: 'anthropic',
    ids: ['functions.pay:0', `call_${'x'.repeat(80)}`],
  },
  { model_class: 'deep', from: 'responses', to: 'mistral', ids: ['call_a1', 'call_b2'] },
] as const)(
  '[model.fallback] [model.call-ids] [model.names] after a payment, a turn that falls back from $from to $to is told it once, and it is not made again',
  async ({ model_class, from, to, ids }) => {
    const [first, second] = [sides[from], sides[to]];
    const patches = [actingPatch('pay')];
    const { client, thread } = await startActing(service, { host, patches, agent: { model_class } });
    const calls = [
      { id: ids[0], name: 'pay', json: [pay] },
      { id: ids[1], name: 'tell the user, please!', json: ['{}'] },
    ];
    first.server.answers(stream(first.frames({ calls, usage })), overloaded);
    second.server.answers(stream(second.frames({ text: ['Bo was paid.'], usage })));
    const paid = await converse(client, thread, 'Pay 82,000 to Bo');
    expect(paid).toMatchObject({
      state: 'closed',
      reason: 'finished',
      message: { content: 'Bo was paid.' },
    });
    expect(host.calls.map(({ body }) => body)).toEqual([JSON.parse(pay)]);
    const told = JSON.stringify(second.server.requests.at(-1)?.body);
    expect(told).toContain('82000');
    expect(told).not.toContain(ids[0]);
    const { turns } = await traceOf(client, paid.id);
    expect(turns.map(({ tries }) => tries?.map(({ code }) => code))).toEqual([
      [undefined],
      ['overloaded', undefined],
    ]);
    expect((await callsOf(client, paid.id)).map(({ status }) => status)).toEqual(['ok', 'failed']);

    // The next run has the first model again, which takes what it has said and what the other one has.
    first.server.answers(stream(first.frames({ text: ['It is paid.'], usage })));
    const asked = await converse(client, thread, 'Is it paid?');
    expect(asked).toMatchObject({ state: 'closed', message: { content: 'It is paid.' } });
    expect(JSON.stringify(first.server.requests.at(-1)?.body)).toContain('Bo was paid.');
    // And falls back with a history of both.
    first.server.answers(overloaded);
    second.server.answers(stream(second.frames({ text: ['Once.'], usage })));
    expect(await converse(client, thread, 'How often?')).toMatchObject({ message: { content: 'Once.' } });
    expect(host.calls).toHaveLength(1);
  },
);
