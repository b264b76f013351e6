import type { ModelClass } from '#contract/model-class.ts';
import { demoModel } from './demo-model.ts';
import type { StackOptions } from './options.ts';
import type { StackPorts } from './ports.ts';
import type { DevSecrets } from './secrets.ts';

export type ServiceSettings = {
  options: StackOptions;
  ports: StackPorts;
  secrets: DevSecrets;
  temporal_address: string;
  temporal_ui: string | null;
  mongodb_uri: string;
};

/** The environment of each process of the service. Variables of the user that the stack does not set are passed on. */
export function serviceEnvironment(settings: ServiceSettings): {
  api: NodeJS.ProcessEnv;
  worker: NodeJS.ProcessEnv;
  service: NodeJS.ProcessEnv;
  database: string;
  encryptionKeys: string;
  modelClass: ModelClass | undefined;
} {
  const { options, ports, secrets, temporal_address, temporal_ui, mongodb_uri } = settings;
  const { env } = options;
  const database = env['MONGODB_DATABASE'] || 'heddle';
  const encryptionKeys = env['ENCRYPTION_KEYS'] || secrets.encryption_keys;
  const model = demoModel(env);
  const both = {
    ...env,
    ...model?.env,
    MONGODB_URI: mongodb_uri,
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: temporal_address,
    // Some shells have a HOST of their own, the machine's name.
    HOST: '127.0.0.1',
    PORT: String(ports.api),
    BASE_URL: env['BASE_URL'] || `http://127.0.0.1:${ports.api}`,
    TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] || temporal_ui || '',
    ENCRYPTION_KEYS: encryptionKeys,
    // The demo connection calls the echo host on loopback.
    ALLOW_PRIVATE_ADDRESSES: env['ALLOW_PRIVATE_ADDRESSES'] || 'loopback',
    LOG_LEVEL: env['LOG_LEVEL'] || 'info',
  };
  const api = { ...both, METRICS_PORT: String(ports.apiMetrics) };
  return {
    api,
    worker: both,
    service: api,
    database,
    encryptionKeys,
    modelClass: model?.modelClass,
  };
}
