import { defined } from '#contract/defined.ts';
import type { ModelEnvironment } from './model-environment.ts';
import type { ClassModel, ModelsConfig } from '#adapters/model/models.ts';
import type { OutboundOptions } from '#adapters/outbound-http/outbound-http.ts';
import type { PusherSettings } from '#adapters/realtime/pusher.ts';
import type { TemporalSettings } from '#adapters/temporal/connect.ts';
import { openaiVoices } from '#adapters/voice/openai-voices.ts';
import type { VoiceSettings } from '#adapters/voice/voice-provider.ts';
import type { WorkerVersion } from '#worker/deployment-options.ts';
import type { DatabaseEnvironment, Environment, TemporalEnvironment } from './environment.ts';

/**
 * The API answers some thousand requests per second with operations of a few milliseconds, for which twenty connections
 * are enough. A hundred can cope with a server that is five times slower. Further operations wait in the process, and
 * not on a server that falls behind.
 */
const apiConnections = 100;
/** An activity waits for a model or a host nearly all of its time, and then reads or writes for milliseconds. */
const slotsPerConnection = 4;
/** For everything besides activities: bookings, the outbox, change streams. */
const workerConnections = 20;

/** Where MongoDB is and how long documents are kept: everything that an operator's command needs. */
export function databaseSettings(environment: DatabaseEnvironment) {
  return {
    uri: environment.MONGODB_URI,
    database: environment.MONGODB_DATABASE,
    retention: {
      eventDays: environment.EVENT_RETENTION_DAYS,
      requestDays: environment.REQUEST_RETENTION_DAYS,
    },
  };
}

/** The API's limits are short, because a client waits for each operation and retries after a 503. */
export function apiDatabaseSettings(environment: DatabaseEnvironment) {
  return {
    ...databaseSettings(environment),
    connections: apiConnections,
    timeouts: { serverSelectionMs: 5000, connectionMs: 5000, answerMs: 10_000, transactionMs: 10_000 },
  };
}

/**
 * The worker's limits are longer: it waits for the election of a new primary, because a failed activity is repeated
 * from its start.
 * @param slots how many activities the process works on at once, over all of its task queues
 */
export function workerDatabaseSettings(environment: DatabaseEnvironment, slots: number) {
  return {
    ...databaseSettings(environment),
    connections: workerConnections + Math.ceil(slots / slotsPerConnection),
    timeouts: { serverSelectionMs: 15_000, connectionMs: 15_000, answerMs: 30_000, transactionMs: 30_000 },
  };
}

/** How long Temporal may take to respond to one call. After that, a request is accepted anyway. */
export const temporalTimeoutMs = 5000;

export function temporalSettings(environment: TemporalEnvironment): TemporalSettings {
  const tls = temporalTls(environment);
  return {
    address: environment.TEMPORAL_ADDRESS,
    namespace: environment.TEMPORAL_NAMESPACE,
    ...defined({ apiKey: environment.TEMPORAL_API_KEY, tls }),
  };
}

function temporalTls(environment: TemporalEnvironment): TemporalSettings['tls'] {
  const {
    TEMPORAL_TLS_CERT: crt,
    TEMPORAL_TLS_KEY: key,
    TEMPORAL_TLS_CA,
    TEMPORAL_TLS_SERVER_NAME,
  } = environment;
  const own = {
    ...(crt && key && { clientCertPair: { crt, key } }),
    ...(TEMPORAL_TLS_CA && { serverRootCACertificate: TEMPORAL_TLS_CA }),
    ...(TEMPORAL_TLS_SERVER_NAME && { serverNameOverride: TEMPORAL_TLS_SERVER_NAME }),
  };
  return Object.keys(own).length > 0 ? own : environment.TEMPORAL_TLS;
}

/** Where a worker polls, what it keeps in memory, and how long it may take to stop. */
export function workerOptions(environment: Environment) {
  return {
    namespace: environment.TEMPORAL_NAMESPACE,
    maxCachedWorkflows: environment.MAX_CACHED_WORKFLOWS,
    stopMs: environment.WORKER_STOP_SECONDS * 1000,
  };
}

/** Undefined if workers are unversioned. */
export function workerVersion(environment: Environment): WorkerVersion | undefined {
  const { WORKER_DEPLOYMENT_NAME: deploymentName, WORKER_BUILD_ID: buildId } = environment;
  if (deploymentName === undefined) return undefined;
  return { deploymentName, ...defined({ buildId }) };
}

/** The API's public address, without a slash at its end. It is the issuer of OAuth. */
export function baseUrl({ BASE_URL, PORT }: Environment): string {
  return BASE_URL === undefined ? `http://127.0.0.1:${PORT}` : new URL(BASE_URL).origin;
}

export function modelsConfig(environment: ModelEnvironment): ModelsConfig {
  return {
    ...defined({
      fast: classModel('MODEL_FAST', environment),
      standard: classModel('MODEL_STANDARD', environment),
      deep: classModel('MODEL_DEEP', environment),
    }),
    anthropic: { apiKey: environment.ANTHROPIC_API_KEY, baseUrl: environment.ANTHROPIC_BASE_URL },
    openai: { apiKey: environment.OPENAI_API_KEY, baseUrl: environment.OPENAI_BASE_URL },
    google: { apiKey: environment.GOOGLE_API_KEY, baseUrl: environment.GOOGLE_BASE_URL },
    mistral: { apiKey: environment.MISTRAL_API_KEY, baseUrl: environment.MISTRAL_BASE_URL },
    bedrock: {
      apiKey: environment.AWS_BEARER_TOKEN_BEDROCK,
      baseUrl: environment.BEDROCK_BASE_URL,
      region: environment.AWS_REGION,
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      sessionToken: environment.AWS_SESSION_TOKEN,
    },
  };
}

function classModel(
  name: 'MODEL_FAST' | 'MODEL_STANDARD' | 'MODEL_DEEP',
  environment: ModelEnvironment,
): ClassModel | undefined {
  const choice = environment[name];
  if (choice === undefined) return undefined;
  return {
    ...choice,
    ...defined({
      apiKey: environment[`${name}_API_KEY`],
      baseUrl: environment[`${name}_BASE_URL`],
      headers: environment[`${name}_HEADERS`],
      contextTokens: environment[`${name}_CONTEXT_TOKENS`],
    }),
  };
}

export function outboundOptions(environment: Environment): OutboundOptions {
  return { allowPrivateAddresses: environment.ALLOW_PRIVATE_ADDRESSES };
}

/** Undefined if the deployment has no realtime provider. */
export function pusherSettings(environment: Environment): PusherSettings | undefined {
  const { PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET, PUSHER_CLUSTER, PUSHER_HOST, PUSHER_PORT } = environment;
  if (PUSHER_APP_ID === undefined || PUSHER_KEY === undefined || PUSHER_SECRET === undefined)
    return undefined;
  return {
    appId: PUSHER_APP_ID,
    key: PUSHER_KEY,
    secret: PUSHER_SECRET,
    useTLS: environment.PUSHER_USE_TLS ?? true,
    ...defined({ cluster: PUSHER_CLUSTER, host: PUSHER_HOST }),
    ...(PUSHER_PORT === undefined ? {} : { port: `${PUSHER_PORT}` }),
  };
}

/** The settings of the deployment that the console receives. */
export function consoleSettings(environment: Environment) {
  const { BASE_URL, TEMPORAL_UI_URL, TEMPORAL_NAMESPACE } = environment;
  const workflows = `/namespaces/${encodeURIComponent(TEMPORAL_NAMESPACE)}/workflows`;
  return {
    ...defined({ baseUrl: BASE_URL }),
    secureCookies: BASE_URL?.startsWith('https:') === true,
    ...(TEMPORAL_UI_URL === undefined
      ? {}
      : { temporalUi: `${TEMPORAL_UI_URL.replace(/\/$/, '')}${workflows}` }),
  };
}

/** Undefined if the deployment has no voice provider. */
export function voiceSettings(environment: Environment): VoiceSettings | undefined {
  const { VOICE_PROVIDER: provider, ELEVENLABS_API_KEY, OPENAI_VOICES } = environment;
  const common = {
    ...(environment.VOICE_DEFAULT_VOICE && { defaultVoice: environment.VOICE_DEFAULT_VOICE }),
    ...(environment.VOICE_SPEECH_MODEL && { speechModel: environment.VOICE_SPEECH_MODEL }),
    ...(environment.VOICE_TRANSCRIPTION_MODEL && {
      transcriptionModel: environment.VOICE_TRANSCRIPTION_MODEL,
    }),
  };
  if (provider === 'local') {
    return { provider, ...common, recognizerPython: environment.VOICE_RECOGNIZER_PYTHON };
  }
  if (provider === 'elevenlabs' && ELEVENLABS_API_KEY !== undefined) {
    return { provider, ...common, apiKey: ELEVENLABS_API_KEY, baseUrl: environment.ELEVENLABS_BASE_URL };
  }
  if (provider === 'openai') {
    const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = environment;
    return { provider, ...common, apiKey, baseUrl, voices: OPENAI_VOICES ?? openaiVoices };
  }
  return undefined;
}
