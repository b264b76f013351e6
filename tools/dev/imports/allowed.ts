import type { ImportRules } from './check-imports.ts';

/**
 * The imports that each folder may make. A folder without a line here fails `npm run lint`, and so does an import that its line does
 * not name. A line may name only what stands above it, so that no two folders import each other.
 *
 * - `store`: this folder, or a single file. A folder may always import itself.
 * - `type:store`: only with `import type`.
 * - `*`: anything above. Only tools and tests have it, and no line names them. Files of other folders may not import each other
 *   in a circle, not even types.
 * - A line holds for the subfolders too, except those that have a line of their own. A line that ends in `/.`, such as
 *   `api/.`, is for the files directly in the folder; then each of its subfolders needs a line.
 */
const folders = {
  contract: '',
  // Texts for people, above the schemas of the wire.
  'contract/words': 'contract',
  'engine/event-loop': '',
  // A package of its own: it imports nothing of the service.
  'clients/typescript/src': '',
  'clients/react': '',
  'clients/react/src':
    'type:clients/typescript/src contract/backoff.ts contract/words/account-in-words.ts contract/canonical-json.ts contract/same-call.ts contract/words/not-before-in-words.ts contract/words/origins-in-words.ts contract/words/payment-in-words.ts contract/words/reason-in-words.ts contract/words/shown-json.ts contract/words/turned-down-in-words.ts contract/words/unseen-characters.ts contract/words/warnings-in-words.ts',
  'clients/raw': 'contract clients/typescript/src',
  examples: 'clients/typescript/src',
  patches: 'contract contract/words',
  'patches/mcp-tools': 'contract contract/words patches',
  // The schemas of tenants are compiled and applied in threads, so others reach them only through the pool.
  'patches/schemas': 'contract patches',
  identify: 'contract engine/event-loop',
  // The engine knows what it needs only by its ports. The store and the adapters implement them.
  'engine/documents': 'type:contract',
  'engine/rules': 'contract contract/words type:engine/documents patches',
  'engine/ports': 'type:contract contract/errors.ts type:patches type:engine/documents type:engine/rules',
  'engine/contention': 'engine/ports',
  // Judging a call: its arguments, its gate, its policy.
  'engine/judging': 'contract engine/event-loop type:engine/documents engine/rules type:engine/ports patches',
  'engine/steps':
    'contract engine/event-loop engine/documents engine/rules engine/ports engine/contention engine/judging',
  'engine/recovery': 'contract engine/documents engine/rules engine/ports engine/contention engine/steps',
  store: 'contract engine/event-loop engine/documents engine/rules engine/ports engine/contention',
  // Its telemetry makes spans of what a commit has stored.
  adapters:
    'contract engine/event-loop type:engine/documents engine/rules/calls.ts engine/rules/changes-of.ts engine/rules/origins/trace-origins.ts engine/rules/stored.ts engine/ports',
  'integrations/webhooks': 'contract type:engine/documents store adapters',
  'integrations/extract':
    'contract engine/rules engine/ports adapters type:patches type:patches/schemas/schema-pool.ts',
  'integrations/calls':
    'contract engine/event-loop type:engine/documents engine/rules engine/ports store adapters patches integrations/extract type:identify',
  'integrations/replies': 'contract engine/documents engine/rules type:engine/ports store type:adapters',
  // Code that runs on Temporal.
  activities: 'type:contract engine/recovery engine/ports engine/steps store type:integrations/webhooks',
  workflows: 'contract type:engine/recovery type:activities',
  // The two halves of the service. Neither knows how its process is put together.
  worker:
    'contract type:engine/ports type:engine/steps type:adapters adapters/temporal/within-deadline.ts activities',
  'api/http': 'contract engine/event-loop type:engine/documents engine/ports store type:adapters',
  'api/resources/voice/speakable-text': 'engine/event-loop',
  'api/resources':
    'contract contract/words engine/event-loop type:engine/documents engine/rules engine/ports type:engine/judging engine/steps store adapters patches patches/mcp-tools type:patches/schemas/schema-pool.ts type:identify integrations/extract api/resources/voice/speakable-text type:integrations/webhooks api/http',
  'api/console': 'contract store adapters api/http api/resources',
  'api/chat':
    'contract engine/event-loop type:engine/documents engine/rules type:engine/ports engine/steps store api/http api/resources',
  'api/oauth':
    'contract type:engine/ports/schemas.ts engine/steps/validate-context.ts store adapters api/http',
  'api/mcp':
    'contract contract/words type:engine/documents engine/rules engine/ports engine/steps store api/http api/oauth api/resources',
  'api/.':
    'contract type:engine/ports type:engine/judging type:engine/steps store adapters type:patches/schemas/schema-pool.ts type:integrations/extract type:integrations/webhooks type:identify api/http api/resources api/console api/chat api/oauth api/mcp',
  // Programs stand above all their parts.
  'process/config':
    'contract adapters type:worker/deployment-options.ts type:api/http/middleware/check-origin.ts',
  'process/composition':
    'contract engine/ports engine/judging engine/steps identify patches/schemas/schema-pool.ts store adapters integrations/calls integrations/extract integrations/replies integrations/webhooks activities api/. api/http api/console api/mcp api/oauth api/resources process/config',
  'process/admin':
    'clients/typescript/src contract contract/words engine/ports engine/rules store adapters process/config identify',
  'process/start':
    'contract engine/rules/clock-offset.ts store adapters adapters/telemetry/start.ts api/http/server/serve.ts worker process/config process/composition process/admin/temporal/prepare.ts',
  'process/programs':
    'activities/slots.ts adapters/telemetry/start.ts store worker process/config process/composition process/start',
  // The console's pages run in a browser.
  'console/src': 'contract contract/words clients/typescript/src clients/react/src',
  'console/public': '',
  'console/reference': '',
  console: '',
  // Tools and tests. Nothing of the above imports them.
  'tools/dev': '*',
  'tools/bench': '*',
  'tools/attack': '*',
  'tools/chaos': '*',
  test: '*',
  '.ci': '',
  '.': '*',
};

/** The packages that each folder may import; `node:` is any module of Node. */
const packages = {
  contract: 'zod',
  'engine/event-loop': 'node:timers',
  'api/resources/voice/speakable-text':
    'decode-named-character-reference node:url type:mdast p-limit remark-gfm remark-parse unified',
  'clients/raw': 'undici',
  'patches/schemas': 'ajv ajv-formats lru-cache p-limit piscina re2js',
  identify: 'node: ibantools libphonenumber-js minisearch',
  'engine/documents': 'node:crypto uuid',
  'engine/rules': 'node:crypto big.js',
  store: 'node: lru-cache mongodb uuid zod',
  adapters:
    'node: type:@opentelemetry/instrumentation @ai-sdk/amazon-bedrock @ai-sdk/anthropic @ai-sdk/google @ai-sdk/mistral @ai-sdk/openai @ai-sdk/openai-compatible @elevenlabs/elevenlabs-js @modelcontextprotocol/client @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-grpc @opentelemetry/exporter-trace-otlp-http @opentelemetry/exporter-trace-otlp-proto @opentelemetry/instrumentation-http @opentelemetry/instrumentation-mongodb @opentelemetry/instrumentation-undici @opentelemetry/resources @opentelemetry/sdk-node @opentelemetry/sdk-trace @simplewebauthn/server @temporalio/client @temporalio/common @temporalio/proto ai ipaddr.js jose lru-cache openai openid-client p-limit piscina prom-client pusher undici zod',
  'process/config': 'node: pino zod',
  'integrations/webhooks': 'standardwebhooks',
  'integrations/extract': 'node:timers/promises',
  'integrations/calls': 'node:crypto lru-cache zod',
  'integrations/replies': 'lru-cache',
  activities: '@temporalio/activity @temporalio/common',
  workflows: '@temporalio/common @temporalio/workflow',
  'process/start': 'node: @temporalio/worker type:prom-client',
  'process/composition': 'type:node: node:timers/promises type:prom-client',
  worker: 'node: @temporalio/client @temporalio/worker',
  'api/http':
    'node: @fastify/busboy @koa/cors @koa/router helmet ipaddr.js jose type:koa koa-body koa-compose lru-cache rate-limiter-flexible structured-headers zod zod-openapi',
  'api/resources': 'node: file-type lru-cache p-limit zod',
  'api/console': 'node: @koa/router @koa/send type:koa',
  'api/chat': 'zod',
  'api/oauth': 'node: @koa/cors @koa/router jose type:koa lru-cache oidc-provider zod',
  'api/mcp': 'node: @modelcontextprotocol/server type:koa lru-cache uuid zod',
  'api/.': 'koa',
  'process/admin': 'node: @temporalio/client @temporalio/common @temporalio/proto commander csv-parse zod',
  'console/src':
    '@tanstack/react-query @tanstack/react-router @tanstack/react-virtual big.js class-variance-authority clsx cmdk diff eventsource-parser jose lucide-react openapi-fetch pusher-js radix-ui react react-dom react-hook-form react-markdown recharts remark-gfm tailwind-merge zod',
  console:
    'node: @fontsource-variable/figtree @scalar/api-reference @tailwindcss/vite @vitejs/plugin-react vite',
  'tools/dev': '*',
  'clients/react': 'node: vite',
  'clients/react/src': '@ai-sdk/react ai react',
  examples:
    'node: @heddle/react @slack/bolt type:@slack/types @vitejs/plugin-react jose next openapi-fetch type:react react-dom standardwebhooks vite',
  'tools/bench': '*',
  'tools/attack': '*',
  'tools/chaos': '*',
  test: '*',
  '.ci': 'node:',
  '.': '*',
};

export const allowed: ImportRules = {
  folders,
  packages,
  withoutCircles: [
    'identify',
    'store',
    'adapters',
    'adapters/telemetry',
    'api/http',
    'api/resources',
    'api/chat',
    'api/oauth',
    'api/mcp',
    'console/src',
    'tools/chaos',
  ],
};
