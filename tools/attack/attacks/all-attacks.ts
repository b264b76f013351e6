import type { Attack } from '../attack.ts';
import { apiKeys } from './api-keys.ts';
import { approvals } from './approvals.ts';
import { calls } from './calls.ts';
import { extracts } from './extract.ts';
import { corrections } from './corrections.ts';
import { consoleAttacks } from './console.ts';
import { freezes } from './freezes.ts';
import { gates } from './gates.ts';
import { injections } from './injections.ts';
import { isolation } from './isolation.ts';
import { largeRequests } from './large-requests.ts';
import { manyDecisions } from './many-decisions.ts';
import { mcp } from './mcp.ts';
import { mcpTools } from './mcp-tools.ts';
import { money } from './money.ts';
import { network } from './network.ts';
import { oauth } from './oauth.ts';
import { passkeys } from './passkeys.ts';
import { rejections } from './rejections.ts';
import { rights } from './rights.ts';
import { secrets } from './secrets.ts';
import { signedCalls } from './signed-calls.ts';
import { time } from './time.ts';
import { twoPeople } from './two-people.ts';
import { voice } from './voice.ts';

/** Every attack, by its target. */
export const allAttacks: Record<string, Attack[]> = {
  time,
  calls,
  rights,
  'API keys': apiKeys,
  isolation,
  mcp,
  network,
  oauth,
  money,
  extracts,
  secrets,
  console: consoleAttacks,
  voice,
  'mcp tools': mcpTools,
  approvals,
  corrections,
  'large requests': largeRequests,
  rejections,
  gates,
  freezes,
  injections,
  'many decisions': manyDecisions,
  passkeys,
  'two people': twoPeople,
  'signed calls': signedCalls,
};
