import { describe, expect, it, vi } from 'vitest';

import { createModels } from '#adapters/model/models.ts';
import { startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { wires } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const classes = ['fast', 'standard', 'deep', 'scripted'] as const;

const server = perFile(startModelServer, async (it) => await it.close());
const framesOf = Object.fromEntries(wires.map(({ provider, frames }) => [provider, frames]));

describe('createModels', () => {
  it('[model.scripted.always-there] always has the scripted model', async () => {
    const models = createModels({});
    expect(classes.filter(models.has)).toEqual(['scripted']);
    expect((await models.get('scripted').respond(turn())).text).toBe('You said: Hello');
  });

  it('has the classes that are mapped', () => {
    const models = createModels({ deep: { provider: 'openai', model: 'm' }, openai: { apiKey: 'k' } });
    expect(classes.filter(models.has)).toEqual(['deep', 'scripted']);
  });

  it('refuses to give a class that is not mapped', () => {
    expect(() => createModels({}).get('deep')).toThrow('model class "deep" is not mapped to a model');
  });

  it('[model.class.mapped] sends each class to the provider and model that it is mapped to', async () => {
    const account = { apiKey: 'k', baseUrl: server.url };
    const models = createModels({
      fast: { provider: 'openai', model: 'quick' },
      standard: { provider: 'openai-compatible', model: 'usual' },
      deep: { provider: 'anthropic', model: 'thorough' },
      anthropic: account,
      openai: account,
    });
    for (const [modelClass, provider] of [
      ['fast', 'openai'],
      ['standard', 'openai-compatible'],
      ['deep', 'anthropic'],
    ] as const) {
      server.answers(stream(framesOf[provider]?.({ text: ['Hi'] }) ?? []));
      await models.get(modelClass).respond(turn());
    }
    const asked = server.requests
      .slice(-3)
      .map(({ path, body }) => [path, (body as { model: string }).model]);
    expect(asked).toEqual([
      ['/responses', 'quick'],
      ['/chat/completions', 'usual'],
      ['/v1/messages', 'thorough'],
    ]);
  });

  it.each(['', '/', '/v1', '/v1/', '/proxy', '/proxy/v1'])(
    'reaches Anthropic at a base URL that ends in %j',
    async (end) => {
      const models = createModels({
        deep: { provider: 'anthropic', model: 'm' },
        anthropic: { apiKey: 'k', baseUrl: server.url + end },
      });
      server.answers(stream(framesOf['anthropic']?.({ text: ['Hi'] }) ?? []));
      await models.get('deep').respond(turn());
      expect(server.requests.at(-1)?.path).toBe(
        end.startsWith('/proxy') ? '/proxy/v1/messages' : '/v1/messages',
      );
    },
  );

  it('asks a compatible provider without a key when there is none', async () => {
    const models = createModels({
      fast: { provider: 'openai-compatible', model: 'm' },
      openai: { baseUrl: server.url },
    });
    server.answers(stream(framesOf['openai-compatible']?.({ text: ['Hi'] }) ?? []));
    await models.get('fast').respond(turn());
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('[model.class.own-account] reaches a class by its own address, key and headers', async () => {
    const models = createModels({
      fast: {
        provider: 'openai-compatible',
        model: 'm',
        apiKey: 'own',
        baseUrl: `${server.url}/own`,
        headers: { 'x-team': 'payments' },
      },
      openai: { apiKey: 'shared', baseUrl: 'http://127.0.0.1:9' },
    });
    server.answers(stream(framesOf['openai-compatible']?.({ text: ['Hi'] }) ?? []));
    await models.get('fast').respond(turn());
    expect(server.requests.at(-1)).toMatchObject({
      path: '/own/chat/completions',
      headers: { authorization: 'Bearer own', 'x-team': 'payments' },
    });
  });

  it('[model.class.own-account] does not send the key of the deployment to the address of a class', async () => {
    const models = createModels({
      fast: { provider: 'openai-compatible', model: 'm', baseUrl: server.url },
      openai: { apiKey: 'shared', baseUrl: 'http://127.0.0.1:9' },
    });
    server.answers(stream(framesOf['openai-compatible']?.({ text: ['Hi'] }) ?? []));
    await models.get('fast').respond(turn());
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('[model.class.own-account] has a key of the class take the place of the one of the deployment', async () => {
    const models = createModels({
      deep: { provider: 'anthropic', model: 'm', apiKey: 'own' },
      anthropic: { apiKey: 'shared', baseUrl: server.url },
    });
    server.answers(stream(framesOf['anthropic']?.({ text: ['Hi'] }) ?? []));
    await models.get('deep').respond(turn());
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'x-api-key': 'own' });
  });

  it.each([
    ['anthropic', 'an API key'],
    ['openai', 'an API key'],
    ['google', 'an API key'],
    ['mistral', 'an API key'],
    ['bedrock', 'a region'],
    ['openai-compatible', 'a base URL'],
  ] as const)('refuses %s without %s', (provider, what) => {
    expect(() => createModels({ fast: { provider, model: 'm' } })).toThrow(
      `model "${provider}:m" needs ${what}`,
    );
  });

  it('reads nothing from the environment', () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'k');
    vi.stubEnv('OPENAI_API_KEY', 'k');
    try {
      expect(() => createModels({ fast: { provider: 'anthropic', model: 'm' } })).toThrow('needs an API key');
      expect(() => createModels({ fast: { provider: 'openai', model: 'm' } })).toThrow('needs an API key');
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
