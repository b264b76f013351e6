import type { Evidence } from '../evidence/evidence.ts';
import { acceptedMessages } from './accepted-messages.ts';
import { cancels } from './cancels.ts';
import type { Check, Violation } from './check.ts';
import { decisions } from './decisions.ts';
import { endings } from './endings.ts';
import { erasures } from './erasures.ts';
import { eventOrder } from './event-order.ts';
import { followedThreads } from './followed-threads.ts';
import { heldSets } from './held-sets.ts';
import { keyedExtractions } from './keyed-extractions.ts';
import { keyedLookups } from './keyed-lookups.ts';
import { mcpMessages } from './mcp-messages.ts';
import { money } from './money.ts';
import { oddAnswers } from './odd-answers.ts';
import { outcomes } from './outcomes.ts';
import { processes } from './processes.ts';
import { repeatedCalls } from './repeated-calls.ts';
import { replies } from './replies.ts';
import { sentCalls } from './sent-calls.ts';
import { settledCalls } from './settled-calls.ts';
import { speeches } from './speeches.ts';
import { threadOrder } from './thread-order.ts';
import { waits } from './waits.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { workflows } from './workflows.ts';

/** Every rule that is checked. */
export const allChecks: readonly Check[] = [
  acceptedMessages,
  replies,
  endings,
  settledCalls,
  sentCalls,
  repeatedCalls,
  decisions,
  heldSets,
  outcomes,
  cancels,
  eventOrder,
  threadOrder,
  webhookDeliveries,
  followedThreads,
  money,
  keyedLookups,
  keyedExtractions,
  erasures,
  mcpMessages,
  speeches,
  workflows,
  waits,
  processes,
  oddAnswers,
];

/** All violations. */
export function findViolations(evidence: Evidence): Violation[] {
  return allChecks.flatMap(({ rule, find }) => find(evidence).map((finding) => ({ ...finding, rule })));
}
