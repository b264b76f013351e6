import type { Random } from '../random.ts';

/** How hosts answer calls that may always be repeated. All but the last of these succeed in the end. */
const repeatable = [
  '200',
  '200@300',
  '500,200',
  'close,200',
  'silent,200',
  '429,503+1,200@200',
  '503,close,500,200',
  '200@1500',
  '500,500,500,500,500',
];

/** How hosts answer calls whose repetition does harm. */
const unrepeatable = ['200', '200@400', '200@1500', '500', 'close', 'close@500', 'silent', '422', '429'];

/** How hosts answer calls that may be repeated if the first certainly had no effect. */
const refusing = ['200', '429,200', '503+1,200@200', '429,503+1,200', '500', 'close', '503'];

const plans: Record<string, readonly string[]> = {
  book: repeatable,
  quote: repeatable,
  note: unrepeatable,
  pay: unrepeatable,
  hold: refusing,
  mcp_look: repeatable,
  mcp_jot: unrepeatable,
  mcp_transfer: unrepeatable,
};

/** How the host answers a call of a patch. */
export function answerPlan(random: Random, patch: string): string {
  // Most calls of a real load simply succeed.
  return random.chance(0.4) ? '200' : random.pick(plans[patch] ?? ['200']);
}
