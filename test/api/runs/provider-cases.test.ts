import { beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import type { Trace } from '#contract/run.ts';
import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import { startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ProviderCase, providerCases, quoted, type Wire } from '../../support/model-servers/cases.ts';
import { apiKey } from '../../support/model-servers/providers.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const server = perFile(startModelServer, async (it) => await it.close());
const service = perFile(
  async () => {
    const account = { apiKey, baseUrl: `${server.url}/v1` };
    return await startService({
      models: createModels({
        fast: { provider: 'anthropic', model: 'm' },
        standard: { provider: 'openai', model: 'm' },
        deep: { provider: 'openai-compatible', model: 'm' },
        anthropic: account,
        openai: account,
      }),
    });
  },
  async (it) => await it.stop(),
);

const classes = { anthropic: 'fast', openai: 'standard', 'openai-compatible': 'deep' } as const;

/** The first variant of each protocol. */
const shown = providerCases
  .flatMap((each) =>
    [...Map.groupBy(each.variants, ({ by }) => by).values()].flatMap(([first]) =>
      first === undefined ? [] : [{ ...each, ...first }],
    ),
  )
  .map((each, index) => ({ ...each, says: `Pay invoice ${index + 1000}.` }));
type Shown = (typeof shown)[number];

/** The visible conversation of a case, or the reason why it could not be had. */
const conversations = new Map<string, PromiseSettledResult<Awaited<ReturnType<typeof seen>>>>();
let client: ApiClient;

// Most of a conversation is waiting between tries, so all are had at once. Each has a message of its own, by which the provider
// knows it.
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  const agents = new Map<Wire, string>();
  for (const [wire, model_class] of Object.entries(classes)) {
    const agent = await publishScripted(client, { model_class, patches: [{ ref: 'update_plan@1' }] });
    agents.set(wire as Wire, agent.id);
  }
  await Promise.all(
    shown.map(async (each) => {
      const [settled] = await Promise.allSettled([seen(each, agents.get(each.by))]);
      conversations.set(each.says, settled);
    }),
  );
});

/** Has a conversation in which the provider answers so each time; resolves to what can be seen of it afterwards. */
async function seen({ says, answer, asked }: Shown, agent: string | undefined) {
  server.answersTo(says, ...Array.from({ length: asked }, () => answer));
  const thread = await startThread(client, agent);
  const run = await converse(client, thread, says);
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run.id}/trace`);
  const { data: events } = await client.get(`/v1/events?thread_id=${thread}`);
  const replies = (await messagesOf(client, thread)).slice(1);
  const requests = server.requests.filter(({ body }) => JSON.stringify(body).includes(says)).length;
  return { run, trace, events, replies, requests };
}

function conversationOf({ says }: Shown) {
  const settled = conversations.get(says);
  if (settled?.status !== 'fulfilled') throw settled?.reason ?? new Error('it was not had');
  return settled.value;
}

const codeOf = ({ ends }: ProviderCase) => ('error' in ends ? ends.error : undefined);
const failures = shown.flatMap((each) => {
  const code = codeOf(each);
  return code === undefined ? [] : [{ ...each, code }];
});
it.each(failures)(
  '[model.provider.causes] [run.end.reply] [run.trace.tries] $title (by $by)',
  ({ code, ...each }) => {
    const { run, trace, events, replies, requests } = conversationOf(each);
    expect(requests).toBe(each.asked);
    expect(run).toMatchObject({ state: 'failed', error: { code, message: runErrorMessages[code] } });
    expect(replies).toEqual([]);
    const { tries = [] } = trace.unanswered_turn ?? {};
    expect(tries.map((tried) => [tried.code, tried.retry_in_ms === undefined])).toEqual(
      Array.from({ length: each.asked }, (_, index) => [each.failure, index === each.asked - 1]),
    );
    expect(JSON.stringify([run, events])).not.toMatch(new RegExp(`${quoted}|${apiKey}`));
    expect(JSON.stringify(trace)).not.toContain(apiKey);
  },
);

const endings = shown.flatMap((each) =>
  'reason' in each.ends ? [{ ...each, reason: each.ends.reason }] : [],
);
it.each(endings)('[run.end.reply] [run.trace.tries] $title (by $by)', ({ reason, content, ...each }) => {
  const { run, trace, replies, requests } = conversationOf(each);
  expect(requests).toBe(1);
  expect(run).toMatchObject({ state: 'closed', reason, message: { content } });
  expect(replies).toMatchObject([{ content, finish: reason }]);
  expect(trace.turns).toMatchObject([{ tries: [{ duration_ms: expect.any(Number) }], tool_calls: [] }]);
});
