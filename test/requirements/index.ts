/** Every requirement of the service, by area. */

import { connections } from './connections.ts';
import { consolePages } from './console-pages.ts';
import { conventions } from './conventions.ts';
import { consoleArea } from './console.ts';
import { credentials } from './credentials.ts';
import { decisions } from './decisions.ts';
import { devStack } from './dev-stack.ts';
import { erasure } from './erasure.ts';
import { events } from './events.ts';
import { extract } from './extract.ts';
import { idempotency } from './idempotency.ts';
import { identify } from './identify.ts';
import { invariants } from './invariants.ts';
import { limits } from './limits.ts';
import { management } from './management.ts';
import { mcpConnections } from './mcp-connections.ts';
import { mcp } from './mcp.ts';
import { messages } from './messages.ts';
import { models } from './models.ts';
import { money } from './money.ts';
import { patches } from './patches.ts';
import { realtime } from './realtime.ts';
import { runs } from './runs.ts';
import { threads } from './threads.ts';
import { toolCalls } from './tool-calls.ts';
import { voice } from './voice.ts';
import { webhooks } from './webhooks.ts';

import type { Requirement } from './requirement.ts';

/** All requirements; `coverage.test.ts` holds their ids unique and well formed. */
export const requirements = [
  ...conventions,
  ...idempotency,
  ...limits,
  ...credentials,
  ...management,
  ...threads,
  ...messages,
  ...runs,
  ...decisions,
  ...patches,
  ...connections,
  ...toolCalls,
  ...money,
  ...models,
  ...identify,
  ...events,
  ...realtime,
  ...webhooks,
  ...voice,
  ...extract,
  ...mcp,
  ...consoleArea,
  ...mcpConnections,
  ...consolePages,
  ...erasure,
  ...devStack,
  ...invariants,
] as const satisfies readonly Requirement[];

/** The id of a requirement. */
export type RequirementId = (typeof requirements)[number]['id'];
