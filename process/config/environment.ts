import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { parsePrivateAddresses } from '#adapters/outbound-http/address-rule.ts';
import { openaiVoices } from '#adapters/voice/openai-voices.ts';
import { creditsOfText, toMicrocredits } from '#contract/credits.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { parseCorsOrigins } from './cors-origins.ts';
import { type ModelEnvironment, ModelVariables, refineModels } from './model-environment.ts';
import { parsedBy } from './parsed-by.ts';
import { TracingVariables } from './tracing-environment.ts';

/** Thrown if the environment cannot be used. The message names each variable and its fault. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

const port = z.coerce.number().int().min(1).max(65_535);
const days = z.coerce.number().int().min(1).max(3650);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const hostname = z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be a name, without a scheme or port');
const address = z.string().refine((text) => isIP(text) !== 0, 'must be an IP address');

/** Lets a call with the longest time-out of a patch, 300 s, end with its host's answer, which is then stored. */
export const defaultWorkerStopSeconds = 360;

/** A slash at its end is the only path that it may have. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** PEM, or the path of a file that contains it. Any other value may be a key, so it is not repeated in the error. */
const pem = parsedBy((value) => {
  const begins = '-----BEGIN ';
  const content = value.includes(begins) ? Buffer.from(value) : readable(value);
  if (!content?.includes(begins)) throw new Error('must be PEM, or the path of a PEM file that can be read');
  return content;
});

function readable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** `id:base64` pairs, comma-separated. The first one encrypts and signs, and all of them decrypt and verify. */
export const EncryptionKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((pair) => {
    const [id = '', encoded = ''] = pair.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (id === '' || key.length !== 32) {
      context.addIssue({
        code: 'custom',
        message: 'must be id:base64 pairs of 32-byte keys, comma-separated',
      });
    }
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'must not name two keys alike' });
  }
  return keys;
});

const voiceNames = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim()))
  .refine((names) => !names.includes(''), 'must be names, comma-separated');

/** Where MongoDB is and how long documents are kept: everything that an operator's command needs. */
const DatabaseEnvironment = z.object({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// or mongodb+srv:// address'),
  MONGODB_DATABASE: z.string().min(1).default('heddle'),
  /** How long events and request records are kept, in days. An event outlives the retries of its deliveries. */
  EVENT_RETENTION_DAYS: days.min(4).default(30),
  REQUEST_RETENTION_DAYS: days.default(30),
});
export type DatabaseEnvironment = z.infer<typeof DatabaseEnvironment>;

/** Where Temporal is, and with which credentials. */
const TemporalEnvironment = z.object({
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  TEMPORAL_TLS: flag.optional(),
  /** The client certificate, and its key. */
  TEMPORAL_TLS_CERT: pem.optional(),
  TEMPORAL_TLS_KEY: pem.optional(),
  /** The CA of the server's certificate, if it is not one of the system's. */
  TEMPORAL_TLS_CA: pem.optional(),
  /** The name in the server's certificate, if it is not that of the address. */
  TEMPORAL_TLS_SERVER_NAME: hostname.optional(),
});
export type TemporalEnvironment = z.infer<typeof TemporalEnvironment>;

/** Every variable that the processes of the service read (config.variables), with its default. */
const Variables = z.object({
  ...DatabaseEnvironment.shape,
  ...TemporalEnvironment.shape,
  /** Whether the service in one process migrates the database and prepares Temporal at its start. */
  MIGRATE: flag.default(true),
  /** The version by which Temporal routes work to this worker. */
  WORKER_DEPLOYMENT_NAME: z
    .string()
    .regex(/^(?!__)[^\s.:]+$/, 'must be a name without spaces, dots and colons that does not begin with __')
    .optional(),
  WORKER_BUILD_ID: z
    .string()
    .regex(/^[^\s:]+$/, 'must not have spaces or colons')
    .optional(),
  /** How long a worker may take to stop. */
  WORKER_STOP_SECONDS: z.coerce.number().int().min(15).max(3600).default(defaultWorkerStopSeconds),
  /** How long a stopping API serves on while it says that it is not ready. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  /** Where the API and the metrics listen: one address of the machine, or all. */
  HOST: address.default('0.0.0.0'),
  PORT: port.default(8080),
  METRICS_PORT: port.optional(),
  /** The API's public address, by which MCP clients and browsers reach it. Default: `http://127.0.0.1:PORT`. */
  BASE_URL: z
    .string()
    .refine(isOrigin, 'must be an http or https origin, without a path, as in https://api.example.com')
    .optional(),
  /** Temporal's web UI, to which the console links. */
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENCRYPTION_KEYS: EncryptionKeys,
  ...ModelVariables,
  /** The realtime provider: the first three together with a cluster or a host, or none of them. */
  PUSHER_APP_ID: z.string().min(1).optional(),
  PUSHER_KEY: z.string().min(1).optional(),
  PUSHER_SECRET: z.string().min(1).optional(),
  PUSHER_CLUSTER: hostname.optional(),
  PUSHER_HOST: hostname.optional(),
  PUSHER_PORT: port.optional(),
  PUSHER_USE_TLS: flag.optional(),
  /** The provider of speech recognition and synthesis. */
  VOICE_PROVIDER: z.enum(['none', 'local', 'elevenlabs', 'openai']).default('none'),
  /** The voice that speaks if a request names none. Default: the provider's own. */
  VOICE_DEFAULT_VOICE: z.string().min(1).optional(),
  /** The provider's models. Default: see the adapters. */
  VOICE_SPEECH_MODEL: z.string().min(1).optional(),
  VOICE_TRANSCRIPTION_MODEL: z.string().min(1).optional(),
  ELEVENLABS_API_KEY: z.string().min(1).optional(),
  ELEVENLABS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The voices of a server that is compatible with OpenAI. Default: OpenAI's own. */
  OPENAI_VOICES: voiceNames.optional(),
  /** A Python with the packages of adapters/voice/local/requirements.txt, for `local`. */
  VOICE_RECOGNIZER_PYTHON: z.string().min(1).default('python3'),
  /** Non-public addresses that may be called: `true`, or blocks such as `loopback,10.0.0.0/8`. */
  ALLOW_PRIVATE_ADDRESSES: parsedBy(parsePrivateAddresses).default(false),
  /** How long an Idempotency-Key stays with a process that has died. */
  IDEMPOTENCY_LEASE_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** Origins whose browser code may call the API: `*`, or origins such as `https://app.example`. */
  CORS_ORIGINS: parsedBy(parseCorsOrigins).default([]),
  /** Requests per minute of a workspace without a rate of its own, and of an address without a credential. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Event streams that a workspace without a limit of its own may have open, over all processes. */
  STREAMS_PER_WORKSPACE: z.coerce.number().int().min(1).default(2000),
  /** Proxies in front of the API, each of which appends the address of its client to `X-Forwarded-For`. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** The price of a lookup that identifies an institution, in credits. */
  IDENTIFY_PRICE: z
    .string()
    .transform((text, context) => {
      const amount = creditsOfText(text);
      if (amount === undefined) {
        context.addIssue('must be a number of credits, with at most six decimal places');
      }
      return amount ?? z.NEVER;
    })
    .default(toMicrocredits(1)),
  /** A factor for the delays between attempts to deliver to webhook endpoints. */
  WEBHOOK_RETRY_SCALE: z.coerce.number().positive().default(1),
  /** How long after its last approval a held call may be sent, in seconds. Later it goes back to its gate. */
  APPROVAL_VALID_SECONDS: z.coerce.number().int().min(60).max(2_592_000).default(3600),
  /** How long traces keep what a run did after its end, in days. Not set: as long as the run. */
  TRACE_RETENTION_DAYS: days.optional(),
  /** How long after a round of comparing a workspace's open runs with their workflows the next one begins. */
  RECONCILE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  /** How many workflows a worker keeps in memory, at 0.2 to 0.3 MB each. */
  MAX_CACHED_WORKFLOWS: z.coerce.number().int().min(1).default(500),
  ...TracingVariables,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** A partly configured realtime provider would look like none. */
function missingOfPusher(variables: z.infer<typeof Variables>) {
  const given = (Object.keys(variables) as (keyof typeof variables)[]).some(
    (name) => name.startsWith('PUSHER_') && variables[name] !== undefined,
  );
  if (!given) return [];
  const missing = (['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'] as const).filter(
    (name) => variables[name] === undefined,
  );
  const placed = variables.PUSHER_CLUSTER !== undefined || variables.PUSHER_HOST !== undefined;
  return placed ? missing : [...missing, 'PUSHER_CLUSTER' as const];
}

/** Half a client certificate would look like none, and TLS settings would be ignored without TLS. */
function refineTemporal(variables: TemporalEnvironment, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { TEMPORAL_TLS, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key } = variables;
  if (cert !== undefined && key === undefined) refuse('TEMPORAL_TLS_KEY', 'is not set');
  if (key !== undefined && cert === undefined) refuse('TEMPORAL_TLS_CERT', 'is not set');
  for (const name of ['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_CA', 'TEMPORAL_TLS_SERVER_NAME'] as const) {
    if (TEMPORAL_TLS === false && variables[name] !== undefined)
      refuse(name, 'needs TEMPORAL_TLS, which is false');
  }
}

/** A voice provider that cannot be reached would fail every request. */
function refineVoice(variables: z.infer<typeof Variables>, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { VOICE_PROVIDER, VOICE_DEFAULT_VOICE, OPENAI_VOICES } = variables;
  if (VOICE_PROVIDER === 'elevenlabs' && variables.ELEVENLABS_API_KEY === undefined) {
    refuse('VOICE_PROVIDER', 'elevenlabs needs ELEVENLABS_API_KEY, which is not set');
  }
  if (VOICE_PROVIDER !== 'openai') return;
  if (variables.OPENAI_API_KEY === undefined && variables.OPENAI_BASE_URL === undefined) {
    refuse('VOICE_PROVIDER', 'openai needs OPENAI_API_KEY or OPENAI_BASE_URL, which are not set');
  }
  const voices: readonly string[] = OPENAI_VOICES ?? openaiVoices;
  if (VOICE_DEFAULT_VOICE !== undefined && !voices.includes(VOICE_DEFAULT_VOICE)) {
    const known = OPENAI_VOICES === undefined ? "OpenAI's own voices" : 'OPENAI_VOICES';
    refuse('VOICE_DEFAULT_VOICE', `must be one of ${known}`);
  }
}

const Environment = Variables.superRefine((variables, context) => {
  refineTemporal(variables, context);
  if (variables.WORKER_BUILD_ID !== undefined && variables.WORKER_DEPLOYMENT_NAME === undefined) {
    const message = 'needs WORKER_DEPLOYMENT_NAME, which is not set';
    context.addIssue({ code: 'custom', path: ['WORKER_BUILD_ID'], message });
  }
  for (const name of missingOfPusher(variables)) {
    context.addIssue({ code: 'custom', path: [name], message: 'is not set' });
  }
  refineVoice(variables, context);
  refineModels(variables, context);
});
export type Environment = z.infer<typeof Environment>;

/** The names of the variables that the processes of the service read. */
export const variableNames = Object.keys(Variables.shape);

/**
 * Parses the environment once, at the start of a process. An empty variable counts as not set.
 * @throws {EnvironmentError} naming each variable that is missing or invalid
 */
export function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  return parse(Environment, variables);
}

/** Parses only the variables of MongoDB; otherwise like {@link parseEnvironment}. */
export function parseDatabaseEnvironment(variables: NodeJS.ProcessEnv): DatabaseEnvironment {
  return parse(DatabaseEnvironment, variables);
}

/** Parses only the public address of the service, if it is set; otherwise like {@link parseEnvironment}. */
export function parseBaseUrl(variables: NodeJS.ProcessEnv): string | undefined {
  return parse(Variables.pick({ BASE_URL: true }), variables).BASE_URL;
}

/** Parses only the variables of models; otherwise like {@link parseEnvironment}. */
export function parseModelEnvironment(variables: NodeJS.ProcessEnv): ModelEnvironment {
  return parse(z.object(ModelVariables).superRefine(refineModels), variables);
}

/** Parses only the variables of Temporal; otherwise like {@link parseEnvironment}. */
export function parseTemporalEnvironment(variables: NodeJS.ProcessEnv): TemporalEnvironment {
  return parse(TemporalEnvironment.superRefine(refineTemporal), variables);
}

function parse<Output>(schema: z.ZodType<Output>, variables: NodeJS.ProcessEnv): Output {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given, { error: faultInWords });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return given[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new EnvironmentError(faults.join('; '));
}
