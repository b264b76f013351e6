import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionOptions } from '#adapters/temporal/connect.ts';
import { openaiVoices } from '#adapters/voice/openai-voices.ts';
import { parseEnvironment } from '#process/config/environment.ts';
import {
  apiDatabaseSettings,
  baseUrl,
  consoleSettings,
  databaseSettings,
  modelsConfig,
  outboundOptions,
  temporalSettings,
  voiceSettings,
  workerDatabaseSettings,
  workerVersion,
} from '#process/config/settings.ts';
import { priceOfEntry, priceTurn } from '#contract/credits.ts';
import { tokenPrices } from '#process/config/token-prices.ts';

const pem = (name: string) => join(import.meta.dirname, '../../../support/tls', name);

const environment = (variables: NodeJS.ProcessEnv) =>
  parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ...variables,
  });

it('[config.variables] Temporal and MongoDB are reached as the variables say', () => {
  const given = environment({
    MONGODB_DATABASE: 'd',
    TEMPORAL_ADDRESS: 't:1',
    TEMPORAL_NAMESPACE: 'n',
    TEMPORAL_API_KEY: 'k',
    TEMPORAL_TLS: 'false',
  });
  expect(databaseSettings(given)).toEqual({
    uri: 'mongodb://127.0.0.1',
    database: 'd',
    retention: { eventDays: 30, requestDays: 30 },
  });
  expect(temporalSettings(given)).toEqual({ address: 't:1', namespace: 'n', apiKey: 'k', tls: false });
});

it('[operations.temporal-tls] a certificate, a CA and a server name of one’s own turn TLS on', () => {
  const given = environment({
    TEMPORAL_TLS_CERT: pem('client.pem'),
    TEMPORAL_TLS_KEY: pem('client.key'),
    TEMPORAL_TLS_CA: pem('ca.pem'),
    TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
  });
  const { tls } = temporalSettings(given);
  expect(tls).toEqual({
    clientCertPair: { crt: readFileSync(pem('client.pem')), key: readFileSync(pem('client.key')) },
    serverRootCACertificate: readFileSync(pem('ca.pem')),
    serverNameOverride: 'temporal.test',
  });
  expect(connectionOptions(temporalSettings(given))).toEqual({ address: '127.0.0.1:7233', tls });
});

it.each([
  [{}, { tls: false }],
  [{ TEMPORAL_TLS: 'true' }, { tls: true }],
  [{ TEMPORAL_API_KEY: 'k' }, { tls: true, apiKey: 'k' }],
  [
    { TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' },
    { tls: false, apiKey: 'k' },
  ],
])('[operations.temporal-tls] Temporal is called with %o as %o', (variables, options) => {
  expect(connectionOptions(temporalSettings(environment(variables)))).toEqual({
    address: '127.0.0.1:7233',
    ...options,
  });
});

it('[operations.worker-versions] a worker has a version where its deployment has a name', () => {
  expect(workerVersion(environment({}))).toBeUndefined();
  const named = { WORKER_DEPLOYMENT_NAME: 'heddle' };
  expect(workerVersion(environment(named))).toEqual({ deploymentName: 'heddle' });
  expect(workerVersion(environment({ ...named, WORKER_BUILD_ID: '1.2.3' }))).toEqual({
    deploymentName: 'heddle',
    buildId: '1.2.3',
  });
});

it('[config.variables] [model.class.mapped] models are mapped, and providers reached, as the variables say', () => {
  const given = environment({
    MODEL_FAST: 'openai:gpt',
    MODEL_DEEP: 'anthropic:claude',
    ANTHROPIC_API_KEY: 'a',
    ANTHROPIC_BASE_URL: 'http://a',
    OPENAI_API_KEY: 'o',
    OPENAI_BASE_URL: 'http://o',
    GOOGLE_API_KEY: 'g',
    GOOGLE_BASE_URL: 'http://g',
    MISTRAL_API_KEY: 'm',
    MISTRAL_BASE_URL: 'http://m',
    BEDROCK_BASE_URL: 'http://b',
    AWS_REGION: 'eu-central-1',
    AWS_BEARER_TOKEN_BEDROCK: 'b',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 's',
    AWS_SESSION_TOKEN: 't',
  });
  expect(modelsConfig(given)).toEqual({
    fast: { provider: 'openai', model: 'gpt' },
    deep: { provider: 'anthropic', model: 'claude' },
    anthropic: { apiKey: 'a', baseUrl: 'http://a' },
    openai: { apiKey: 'o', baseUrl: 'http://o' },
    google: { apiKey: 'g', baseUrl: 'http://g' },
    mistral: { apiKey: 'm', baseUrl: 'http://m' },
    bedrock: {
      apiKey: 'b',
      baseUrl: 'http://b',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 's',
      sessionToken: 't',
    },
  });
});

it.each([
  ['fast', 'MODEL_FAST'],
  ['standard', 'MODEL_STANDARD'],
  ['deep', 'MODEL_DEEP'],
] as const)('[config.variables] [model.class.own-account] %s has what %s_* say', (modelClass, name) => {
  const given = environment({
    [name]: 'openai-compatible:llama',
    [`${name}_API_KEY`]: 'k',
    [`${name}_BASE_URL`]: 'http://own/v1',
    [`${name}_HEADERS`]: '{"X-Team":"payments"}',
    [`${name}_CONTEXT_TOKENS`]: '32768',
  });
  expect(modelsConfig(given)[modelClass]).toEqual({
    provider: 'openai-compatible',
    model: 'llama',
    apiKey: 'k',
    baseUrl: 'http://own/v1',
    headers: { 'x-team': 'payments' },
    contextTokens: 32_768,
  });
});

describe('[config.variables] [voice.provider.choice] the voice provider is the one of the variables', () => {
  const own = {
    VOICE_DEFAULT_VOICE: 'sage',
    VOICE_SPEECH_MODEL: 'speaks',
    VOICE_TRANSCRIPTION_MODEL: 'hears',
  };
  const common = { defaultVoice: 'sage', speechModel: 'speaks', transcriptionModel: 'hears' };

  it.each([[{}], [{ VOICE_PROVIDER: 'none' }], [{ ELEVENLABS_API_KEY: 'k' }], [{ OPENAI_API_KEY: 'k' }]])(
    'none for %j',
    (variables) => {
      expect(voiceSettings(environment(variables))).toBeUndefined();
    },
  );

  it('local', () => {
    expect(voiceSettings(environment({ VOICE_PROVIDER: 'local' }))).toEqual({
      provider: 'local',
      recognizerPython: 'python3',
    });
    const given = environment({
      VOICE_PROVIDER: 'local',
      ...own,
      VOICE_RECOGNIZER_PYTHON: '/venv/bin/python',
    });
    expect(voiceSettings(given)).toEqual({
      provider: 'local',
      ...common,
      recognizerPython: '/venv/bin/python',
    });
  });

  it('elevenlabs', () => {
    const given = environment({
      VOICE_PROVIDER: 'elevenlabs',
      ...own,
      ELEVENLABS_API_KEY: 'e',
      ELEVENLABS_BASE_URL: 'https://api.eu.residency.elevenlabs.io',
    });
    expect(voiceSettings(given)).toEqual({
      provider: 'elevenlabs',
      ...common,
      apiKey: 'e',
      baseUrl: 'https://api.eu.residency.elevenlabs.io',
    });
  });

  it('openai, or a server that is compatible with it', () => {
    const given = environment({ VOICE_PROVIDER: 'openai', ...own, OPENAI_API_KEY: 'o' });
    expect(voiceSettings(given)).toEqual({
      provider: 'openai',
      ...common,
      apiKey: 'o',
      voices: openaiVoices,
    });
    const compatible = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', OPENAI_VOICES: 'af_heart, bm_fable' };
    expect(voiceSettings(environment({ VOICE_PROVIDER: 'openai', ...compatible }))).toEqual({
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:8000/v1',
      voices: ['af_heart', 'bm_fable'],
    });
  });
});

it('[outbound.private-addresses-allowed] hosts at private addresses are called only where the variable opens them', () => {
  expect(outboundOptions(environment({}))).toEqual({ allowPrivateAddresses: false });
  expect(outboundOptions(environment({ ALLOW_PRIVATE_ADDRESSES: 'loopback' }))).toEqual({
    allowPrivateAddresses: ['loopback'],
  });
});

it('the API waits for MongoDB less long than the worker, part by part, and both go to the same database', () => {
  const given = environment({ MONGODB_DATABASE: 'd' });
  const api = apiDatabaseSettings(given);
  const worker = workerDatabaseSettings(given, 1);
  expect([api, worker]).toMatchObject([databaseSettings(given), databaseSettings(given)]);
  for (const part of ['serverSelectionMs', 'connectionMs', 'answerMs', 'transactionMs'] as const) {
    expect(api.timeouts[part]).toBeLessThan(worker.timeouts[part]);
  }
});

it('[config.base-url] the public address is an origin, by default that of this machine', () => {
  expect(baseUrl(environment({ PORT: '8181' }))).toBe('http://127.0.0.1:8181');
  for (const given of ['https://api.example.com', 'https://API.example.com/']) {
    expect(baseUrl(environment({ BASE_URL: given }))).toBe('https://api.example.com');
  }
});

it('the connections of a worker follow from its slots', () => {
  const connections = (slots: number) => workerDatabaseSettings(environment({}), slots).connections;
  expect(connections(400) - connections(0)).toBe(100);
  expect(connections(0)).toBeGreaterThan(0);
});

it('a price that the deployment sets stands; the others keep their defaults', () => {
  const { deep, ...others } = tokenPrices(environment({}));
  expect(tokenPrices(environment({ MODEL_PRICES: 'deep:2/9' }))).toEqual({
    ...others,
    deep: { input: 2, output: 9 },
  });
  expect(deep).not.toEqual({ input: 2, output: 9 });
});

it('[config.variables] [console.cookie] the console links to Temporal, and its cookie needs https where the service has it', () => {
  expect(consoleSettings(environment({}))).toMatchObject({ secureCookies: false });
  expect(consoleSettings(environment({ BASE_URL: 'http://127.0.0.1:1' }))).toMatchObject({
    baseUrl: 'http://127.0.0.1:1',
    secureCookies: false,
  });
  const given = environment({
    BASE_URL: 'https://api.example',
    TEMPORAL_UI_URL: 'http://127.0.0.1:8233/',
    TEMPORAL_NAMESPACE: 'a b',
  });
  expect(consoleSettings(given)).toMatchObject({
    baseUrl: 'https://api.example',
    secureCookies: true,
    temporalUi: 'http://127.0.0.1:8233/namespaces/a%20b/workflows',
  });
});

it('[model.fallback] [model.cache] each model of a class has its own price of cached input', () => {
  const { standard } = tokenPrices(
    environment({ MODEL_PRICES: 'standard:2/8/0.2,standard.2:1/4/0.5,standard.3:3/9' }),
  );
  // 1,000 tokens of input, of which 400 were cached, and no output.
  const costs = [0, 1, 2, 3].map((entry) => priceTurn(priceOfEntry(standard, entry), 1000, 0, 400));
  expect(costs).toEqual([1_280_000, 800_000, 3_000_000, 1_280_000]);
});

it('[model.fallback] a further model of a class has a price of its own, or that of the class', () => {
  const { standard, fast } = tokenPrices(environment({ MODEL_PRICES: 'standard.2:1/2,standard.3:3/4' }));
  expect(standard).toEqual({
    input: 0.3,
    output: 1.5,
    of_entry: { 1: { input: 1, output: 2 }, 2: { input: 3, output: 4 } },
  });
  expect([
    priceOfEntry(standard, 2).input,
    priceOfEntry(standard, 3).input,
    priceOfEntry(standard).input,
  ]).toEqual([3, 0.3, 0.3]);
  expect(fast).not.toHaveProperty('of_entry');
});
