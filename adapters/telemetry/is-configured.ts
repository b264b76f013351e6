/** Whether the environment says where spans are exported to. */
export function isConfigured(environment: NodeJS.ProcessEnv): boolean {
  const {
    OTEL_SDK_DISABLED = '',
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  } = environment;
  if (/^(true|1)$/i.test(OTEL_SDK_DISABLED.trim())) return false;
  return Boolean(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT);
}
