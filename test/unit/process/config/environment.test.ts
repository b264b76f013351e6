import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  EnvironmentError,
  parseDatabaseEnvironment,
  parseEnvironment,
  parseTemporalEnvironment,
} from '#process/config/environment.ts';

const key = randomBytes(32);
/** PEM, which need not be what it is for. */
const certificate = join(import.meta.dirname, '../../../support/tls/ca.pem');
const needed = { MONGODB_URI: 'mongodb://127.0.0.1:27017', ENCRYPTION_KEYS: `a:${key.toString('base64')}` };

it('[config.variables] [rate-limit.default] [retention.settings] only the database and the keys are needed; the rest has its default', () => {
  expect(parseEnvironment(needed)).toEqual({
    MONGODB_URI: needed.MONGODB_URI,
    MONGODB_DATABASE: 'heddle',
    APPROVAL_VALID_SECONDS: 3600,
    EVENT_RETENTION_DAYS: 30,
    REQUEST_RETENTION_DAYS: 30,
    TEMPORAL_ADDRESS: '127.0.0.1:7233',
    TEMPORAL_NAMESPACE: 'default',
    HOST: '0.0.0.0',
    PORT: 8080,
    ENCRYPTION_KEYS: [{ id: 'a', key }],
    MODEL_PRICES: {},
    VOICE_PROVIDER: 'none',
    VOICE_RECOGNIZER_PYTHON: 'python3',
    ALLOW_PRIVATE_ADDRESSES: false,
    CORS_ORIGINS: [],
    RATE_LIMIT_PER_MINUTE: 600,
    TRUSTED_PROXIES: 0,
    IDEMPOTENCY_LEASE_SECONDS: 60,
    IDENTIFY_PRICE: 1_000_000,
    WEBHOOK_RETRY_SCALE: 1,
    RECONCILE_SECONDS: 60,
    MAX_CACHED_WORKFLOWS: 500,
    WORKER_STOP_SECONDS: 360,
    SHUTDOWN_DELAY_SECONDS: 5,
    STREAMS_PER_WORKSPACE: 2000,
    LOG_LEVEL: 'info',
    MIGRATE: true,
  });
});

it.each([
  ['MONGODB_URI', 'mongodb+srv://host/', 'mongodb+srv://host/'],
  ['MONGODB_DATABASE', 'other', 'other'],
  ['EVENT_RETENTION_DAYS', '4', 4],
  ['REQUEST_RETENTION_DAYS', '1', 1],
  ['TRACE_RETENTION_DAYS', '3650', 3650],
  ['APPROVAL_VALID_SECONDS', '60', 60],
  ['RECONCILE_SECONDS', '1', 1],
  ['MIGRATE', 'false', false],
  ['TEMPORAL_ADDRESS', 'temporal:7233', 'temporal:7233'],
  ['TEMPORAL_NAMESPACE', 'production', 'production'],
  ['TEMPORAL_API_KEY', 'k', 'k'],
  ['TEMPORAL_TLS', 'true', true],
  ['TEMPORAL_TLS', '1', true],
  ['TEMPORAL_TLS', 'false', false],
  ['TEMPORAL_TLS', '0', false],
  ['TEMPORAL_TLS_CA', certificate, readFileSync(certificate)],
  ['TEMPORAL_TLS_SERVER_NAME', 'temporal.internal', 'temporal.internal'],
  ['WORKER_DEPLOYMENT_NAME', 'heddle-eu', 'heddle-eu'],
  ['HOST', '127.0.0.1', '127.0.0.1'],
  ['HOST', '::', '::'],
  ['PORT', '1', 1],
  ['PORT', '65535', 65_535],
  ['METRICS_PORT', '9090', 9090],
  ['BASE_URL', 'https://api.example.com', 'https://api.example.com'],
  ['TEMPORAL_UI_URL', 'http://127.0.0.1:8233', 'http://127.0.0.1:8233'],
  ['OTEL_SDK_DISABLED', 'true', 'true'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://a.example/v1/traces', 'https://a.example/v1/traces'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20k,x=', 'authorization=Bearer%20k,x='],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '1000', 1000],
  ['OTEL_SERVICE_NAME', 'payments', 'payments'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a.b=c, d=e', 'a.b=c, d=e'],
  ['OTEL_TRACES_SAMPLER', 'traceidratio', 'traceidratio'],
  ['OTEL_TRACES_SAMPLER_ARG', '0.1', 0.1],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '100', 100],
  ['OTEL_BSP_SCHEDULE_DELAY', '50', 50],
  ['MODEL_FAST', 'anthropic:claude', { provider: 'anthropic', model: 'claude' }],
  ['MODEL_STANDARD', 'openai:gpt', { provider: 'openai', model: 'gpt' }],
  ['MODEL_DEEP', 'openai-compatible:a/b:1', { provider: 'openai-compatible', model: 'a/b:1' }],
  [
    'MODEL_PRICES',
    'fast:0.1/0.5, deep:1/2',
    { fast: { input: 0.1, output: 0.5 }, deep: { input: 1, output: 2 } },
  ],
  ['MODEL_PRICES', 'fast:0.1/0.5/0.01', { fast: { input: 0.1, output: 0.5, cached_input: 0.01 } }],
  ['MODEL_FAST', 'google:gemini', { provider: 'google', model: 'gemini' }],
  ['MODEL_STANDARD', 'mistral:large', { provider: 'mistral', model: 'large' }],
  ['MODEL_DEEP', 'bedrock:eu.amazon.nova-v1:0', { provider: 'bedrock', model: 'eu.amazon.nova-v1:0' }],
  ['GOOGLE_API_KEY', 'k', 'k'],
  ['GOOGLE_BASE_URL', 'http://127.0.0.1:1/v1beta', 'http://127.0.0.1:1/v1beta'],
  ['MISTRAL_API_KEY', 'k', 'k'],
  ['MISTRAL_BASE_URL', 'http://127.0.0.1:1/v1', 'http://127.0.0.1:1/v1'],
  ['BEDROCK_BASE_URL', 'http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ['AWS_REGION', 'eu-central-1', 'eu-central-1'],
  ['AWS_SESSION_TOKEN', 't', 't'],
  ['ANTHROPIC_API_KEY', 'k', 'k'],
  ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
  ['OPENAI_API_KEY', 'k', 'k'],
  ['OPENAI_BASE_URL', 'http://127.0.0.1:1/v1', 'http://127.0.0.1:1/v1'],
  ['ALLOW_PRIVATE_ADDRESSES', 'true', true],
  ['ALLOW_PRIVATE_ADDRESSES', 'loopback,10.0.0.0/8', ['loopback', '10.0.0.0/8']],
  ['CORS_ORIGINS', '*', '*'],
  [
    'CORS_ORIGINS',
    'https://a.example, http://localhost:3000',
    ['https://a.example', 'http://localhost:3000'],
  ],
  ['RATE_LIMIT_PER_MINUTE', '1', 1],
  ['RATE_LIMIT_PER_MINUTE', '1000000', 1_000_000],
  ['TRUSTED_PROXIES', '2', 2],
  ['IDENTIFY_PRICE', '0', 0],
  ['IDENTIFY_PRICE', '0.000001', 1],
  ['WEBHOOK_RETRY_SCALE', '0.001', 0.001],
  ['MAX_CACHED_WORKFLOWS', '50', 50],
  ['WORKER_STOP_SECONDS', '900', 900],
  ['SHUTDOWN_DELAY_SECONDS', '0', 0],
  ['STREAMS_PER_WORKSPACE', '50', 50],
  ['LOG_LEVEL', 'debug', 'debug'],
])('[config.variables] %s=%s is understood', (name, text, value) => {
  const keys = {
    ANTHROPIC_API_KEY: 'k',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: 'http://127.0.0.1:1',
    GOOGLE_API_KEY: 'k',
    MISTRAL_API_KEY: 'k',
    AWS_REGION: 'us-east-1',
    AWS_BEARER_TOKEN_BEDROCK: 'k',
  };
  expect(parseEnvironment({ ...needed, ...keys, [name]: text })).toHaveProperty(name, value);
});

it.each([
  ['MODEL_FAST', 'anthropic:claude', 'ANTHROPIC_API_KEY or MODEL_FAST_API_KEY'],
  ['MODEL_STANDARD', 'openai:gpt', 'OPENAI_API_KEY or MODEL_STANDARD_API_KEY'],
  ['MODEL_DEEP', 'openai-compatible:m', 'OPENAI_BASE_URL or MODEL_DEEP_BASE_URL'],
  ['MODEL_FAST', 'google:gemini', 'GOOGLE_API_KEY or MODEL_FAST_API_KEY'],
  ['MODEL_STANDARD', 'mistral:large', 'MISTRAL_API_KEY or MODEL_STANDARD_API_KEY'],
  ['MODEL_DEEP', 'bedrock:m', 'AWS_REGION'],
])('[config.bad-value] %s=%s says that it needs %s', (name, text, missing) => {
  expect(() => parseEnvironment({ ...needed, [name]: text })).toThrow(
    `${name}: needs ${missing}, which is not set`,
  );
});

it.each([
  {},
  { AWS_ACCESS_KEY_ID: 'id' },
  { AWS_SECRET_ACCESS_KEY: 's' },
  // The key is for Bedrock's own address.
  { AWS_BEARER_TOKEN_BEDROCK: 'k', MODEL_FAST_BASE_URL: 'http://127.0.0.1:1' },
])('[config.bad-value] Bedrock needs a whole credential, which %o is not', (variables) => {
  const given = { ...needed, AWS_REGION: 'us-east-1', MODEL_FAST: 'bedrock:m', ...variables };
  expect(() => parseEnvironment(given)).toThrow(
    'MODEL_FAST: needs AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, AWS_BEARER_TOKEN_BEDROCK or MODEL_FAST_API_KEY',
  );
});

it.each(['anthropic', 'openai', 'google', 'mistral'])(
  '[model.class.own-account] [config.bad-value] %s at an address of the class needs a key of the class',
  (provider) => {
    const shared = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GOOGLE_API_KEY: 'k', MISTRAL_API_KEY: 'k' };
    const given = {
      ...needed,
      ...shared,
      MODEL_DEEP: `${provider}:m`,
      MODEL_DEEP_BASE_URL: 'http://127.0.0.1:1',
    };
    expect(() => parseEnvironment(given)).toThrow(
      'MODEL_DEEP: needs MODEL_DEEP_API_KEY for MODEL_DEEP_BASE_URL',
    );
    expect(parseEnvironment({ ...given, MODEL_DEEP_API_KEY: 'own' })).toHaveProperty(
      'MODEL_DEEP_API_KEY',
      'own',
    );
  },
);

it.each([
  ['MODEL_FAST_API_KEY', 'k'],
  ['MODEL_STANDARD_BASE_URL', 'http://127.0.0.1:1'],
  ['MODEL_DEEP_HEADERS', '{}'],
  ['MODEL_DEEP_CONTEXT_TOKENS', '8192'],
])('[config.bad-value] %s without its model is an error', (name, text) => {
  expect(() => parseEnvironment({ ...needed, [name]: text })).toThrow(
    `${name}: needs ${name.split('_').slice(0, 2).join('_')}, which is not set`,
  );
});

it.each([
  ['VOICE_PROVIDER: elevenlabs needs ELEVENLABS_API_KEY', { VOICE_PROVIDER: 'elevenlabs' }],
  ['VOICE_PROVIDER: openai needs OPENAI_API_KEY or OPENAI_BASE_URL', { VOICE_PROVIDER: 'openai' }],
  [
    "VOICE_DEFAULT_VOICE: must be one of OpenAI's own voices",
    { VOICE_PROVIDER: 'openai', OPENAI_API_KEY: 'k', VOICE_DEFAULT_VOICE: 'af_heart' },
  ],
  [
    'VOICE_DEFAULT_VOICE: must be one of OPENAI_VOICES',
    {
      VOICE_PROVIDER: 'openai',
      OPENAI_API_KEY: 'k',
      OPENAI_VOICES: 'af_heart',
      VOICE_DEFAULT_VOICE: 'alloy',
    },
  ],
])('[voice.provider.choice] [config.bad-value] %s', (message, variables) => {
  expect(() => parseEnvironment({ ...needed, ...variables })).toThrow(message);
});

it('an empty variable is one that is not set', () => {
  expect(parseEnvironment({ ...needed, PORT: '', MODEL_FAST: '' })).toEqual(parseEnvironment(needed));
});

/** Values that are none of their variable. */
const bad: Record<string, string[]> = {
  MONGODB_URI: ['localhost:27017'],
  EVENT_RETENTION_DAYS: ['3', '3651'],
  REQUEST_RETENTION_DAYS: ['0'],
  MIGRATE: ['yes'],
  TRACE_RETENTION_DAYS: ['0.5'],
  APPROVAL_VALID_SECONDS: ['59'],
  RECONCILE_SECONDS: ['0'],
  TEMPORAL_TLS: ['yes'],
  TEMPORAL_TLS_CERT: ['/nowhere.pem'],
  TEMPORAL_TLS_KEY: ['MIGHAgEAMBMGByqGSM49'],
  TEMPORAL_TLS_CA: [import.meta.filename],
  TEMPORAL_TLS_SERVER_NAME: ['https://temporal'],
  WORKER_DEPLOYMENT_NAME: ['heddle.eu', '__heddle'],
  WORKER_BUILD_ID: ['1'],
  PORT: ['http', '0', '65536', '80.5'],
  HOST: ['my-machine', '127.0.0.1:80'],
  METRICS_PORT: ['-1'],
  OTEL_SDK_DISABLED: ['no'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'ftp://collector'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector'],
  OTEL_EXPORTER_OTLP_HEADERS: ['secret', '=secret'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['http'],
  OTEL_EXPORTER_OTLP_TIMEOUT: ['0', 'soon'],
  OTEL_RESOURCE_ATTRIBUTES: ['production'],
  OTEL_TRACES_SAMPLER: ['jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['2'],
  OTEL_BSP_MAX_QUEUE_SIZE: ['0'],
  OTEL_BSP_SCHEDULE_DELAY: ['0'],
  BASE_URL: [
    'api.example.com',
    'ftp://example.com',
    'https://example.com/heddle',
    'https://user@example.com',
  ],
  TEMPORAL_UI_URL: ['127.0.0.1:8233'],
  ENCRYPTION_KEYS: ['a'],
  MODEL_FAST: ['gpt'],
  MODEL_STANDARD: ['gemini:pro'],
  MODEL_DEEP: ['openai:'],
  MODEL_FAST_BASE_URL: ['here', 'ftp://127.0.0.1'],
  MODEL_FAST_HEADERS: [
    'x-team: payments',
    '["x-team"]',
    '{"x-team":1}',
    '{"x team":"payments"}',
    '{"x-team":"a\\nb"}',
    '{"x-team":"a","X-Team":"b"}',
  ],
  MODEL_FAST_CONTEXT_TOKENS: ['4095', 'many', '10000.5'],
  GOOGLE_BASE_URL: ['here'],
  MISTRAL_BASE_URL: ['here'],
  BEDROCK_BASE_URL: ['here'],
  AWS_REGION: ['EU (Frankfurt)'],
  MODEL_PRICES: ['fast:1/2/3/4', 'fast:1/2/', 'fast:1', 'quick:1/2', 'fast:1.2.3/2'],
  VOICE_PROVIDER: ['google'],
  ELEVENLABS_BASE_URL: ['api.elevenlabs.io'],
  OPENAI_VOICES: ['alloy,,sage'],
  ANTHROPIC_BASE_URL: ['here'],
  OPENAI_BASE_URL: ['here'],
  ALLOW_PRIVATE_ADDRESSES: ['yes'],
  CORS_ORIGINS: [
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://*.example',
    'https://App.example',
    'https://a.example,*',
    'https://a.example,',
    'null',
  ],
  RATE_LIMIT_PER_MINUTE: ['0', '1.5', 'many'],
  TRUSTED_PROXIES: ['-1', 'true'],
  IDENTIFY_PRICE: ['-1', '0.0000001', 'free'],
  WEBHOOK_RETRY_SCALE: ['0', '-1', 'fast'],
  MAX_CACHED_WORKFLOWS: ['0', '1.5'],
  WORKER_STOP_SECONDS: ['14', '3601'],
  SHUTDOWN_DELAY_SECONDS: ['-1', '301', 'soon'],
  STREAMS_PER_WORKSPACE: ['0'],
  LOG_LEVEL: ['loud'],
};

it.each(Object.entries(bad).flatMap(([name, texts]) => texts.map((text) => [name, text] as const)))(
  '[config.bad-value] %s=%s is an error that names the variable',
  (name, text) => {
    const mapped = name.startsWith('MODEL_FAST_')
      ? { MODEL_FAST: 'openai-compatible:m', OPENAI_BASE_URL: 'http://127.0.0.1:1' }
      : {};
    expect(() => parseEnvironment({ ...needed, ...mapped, [name]: text })).toThrow(
      expect.objectContaining({
        name: 'EnvironmentError',
        message: expect.stringMatching(`^${name}: [^\n;]+$`),
      }),
    );
  },
);

it('[config.bad-value] all that is missing or wrong is said at once', () => {
  expect(() => parseEnvironment({ PORT: 'x' })).toThrow(
    /^MONGODB_URI is not set; PORT: [^;]+; ENCRYPTION_KEYS is not set$/,
  );
});

it('[config.bad-value] what is wrong with a secret does not show it', () => {
  const secret = 'hunter2hunter2';
  for (const name of ['ENCRYPTION_KEYS', 'MONGODB_URI', 'TEMPORAL_TLS_KEY', 'MODEL_FAST_HEADERS']) {
    expect(() => parseEnvironment({ ...needed, [name]: secret })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  }
});

it('[config.variables] a certificate is the path of a file or PEM itself', () => {
  const given = parseEnvironment({ ...needed, TEMPORAL_TLS_CA: readFileSync(certificate, 'utf8') });
  expect(given.TEMPORAL_TLS_CA).toEqual(readFileSync(certificate));
});

it('[config.bad-value] a build id has no spaces', () => {
  const variables = { ...needed, WORKER_DEPLOYMENT_NAME: 'heddle', WORKER_BUILD_ID: 'a b' };
  expect(() => parseEnvironment(variables)).toThrow(
    new EnvironmentError('WORKER_BUILD_ID: must not have spaces or colons'),
  );
});

it.each([
  ['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY is not set'],
  ['TEMPORAL_TLS_KEY', 'TEMPORAL_TLS_CERT is not set'],
])('[config.bad-value] %s alone is an error', (name, message) => {
  for (const parse of [parseEnvironment, parseTemporalEnvironment]) {
    expect(() => parse({ ...needed, [name]: certificate })).toThrow(new EnvironmentError(message));
  }
});

it('[config.bad-value] what is for TLS needs TLS', () => {
  const variables = { ...needed, TEMPORAL_TLS: 'false', TEMPORAL_TLS_CA: certificate };
  expect(() => parseEnvironment(variables)).toThrow(
    new EnvironmentError('TEMPORAL_TLS_CA: needs TEMPORAL_TLS, which is false'),
  );
});

it('an operator’s command needs only the database', () => {
  expect(parseDatabaseEnvironment({ MONGODB_URI: needed.MONGODB_URI, PORT: 'x' })).toEqual({
    MONGODB_URI: needed.MONGODB_URI,
    MONGODB_DATABASE: 'heddle',
    EVENT_RETENTION_DAYS: 30,
    REQUEST_RETENTION_DAYS: 30,
  });
  expect(() => parseDatabaseEnvironment({})).toThrow(new EnvironmentError('MONGODB_URI is not set'));
});

it('[config.bad-value] [model.fallback] every model of a class needs an account, and those after the first one that of their provider', () => {
  const mapped = { ...needed, MODEL_FAST: 'anthropic:a,openai:b', MODEL_FAST_API_KEY: 'k' };
  expect(() => parseEnvironment(mapped)).toThrow('MODEL_FAST: needs OPENAI_API_KEY, which is not set');
  const { MODEL_FAST } = parseEnvironment({ ...mapped, OPENAI_API_KEY: 'k' });
  expect(MODEL_FAST).toEqual({
    provider: 'anthropic',
    model: 'a',
    others: [{ provider: 'openai', model: 'b' }],
  });
});
