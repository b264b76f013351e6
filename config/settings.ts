import type { ModelsConfig } from '#adapters/model/models.ts';
import type { OutboundOptions } from '#adapters/outbound-http/outbound-http.ts';
import type { TemporalSettings } from '#adapters/temporal/connect.ts';
import type { DatabaseEnvironment, Environment } from './environment.ts';

/** What each part is made with, taken from the environment. */
export function databaseSettings(environment: DatabaseEnvironment) {
  return { uri: environment.MONGODB_URI, database: environment.MONGODB_DATABASE };
}

export function temporalSettings(environment: Environment): TemporalSettings {
  return {
    address: environment.TEMPORAL_ADDRESS,
    namespace: environment.TEMPORAL_NAMESPACE,
    ...(environment.TEMPORAL_API_KEY === undefined ? {} : { apiKey: environment.TEMPORAL_API_KEY }),
    ...(environment.TEMPORAL_TLS === undefined ? {} : { tls: environment.TEMPORAL_TLS }),
  };
}

export function modelsConfig(environment: Environment): ModelsConfig {
  return {
    fast: environment.MODEL_FAST,
    standard: environment.MODEL_STANDARD,
    deep: environment.MODEL_DEEP,
    anthropic: { apiKey: environment.ANTHROPIC_API_KEY, baseUrl: environment.ANTHROPIC_BASE_URL },
    openai: { apiKey: environment.OPENAI_API_KEY, baseUrl: environment.OPENAI_BASE_URL },
  };
}

export function outboundOptions(environment: Environment): OutboundOptions {
  return { allowPrivateAddresses: environment.ALLOW_PRIVATE_ADDRESSES };
}
