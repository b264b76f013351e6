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
  '504,408,200',
  '200@1500',
  '500,500,500,500,500',
];

/** How hosts answer calls whose repetition does harm. */
const unrepeatable = ['200', '200@400', '200@1500', '500', 'close', 'close@500', 'silent', '422', '429'];

/** Answers that hosts give after they have acted, as they are, changed by what is before them, or from that alone. */
const odd = [
  '200~bom',
  '200~utf16',
  '200~gzip',
  '201~br',
  '200~torn',
  '200~cut',
  '302',
  '303',
  '307',
  '408',
  '502',
  '504',
];

/** How hosts answer calls that may be repeated if the first certainly had no effect. */
const refusing = ['200', '429,200', '503+1,200@200', '429,503+1,200', '500', 'close', '503'];

const plans: Record<string, readonly string[]> = {
  book: [...repeatable, '200~gzip', '200~bom', '200~cut,200~torn'],
  quote: repeatable,
  note: [...unrepeatable, ...odd],
  pay: [...unrepeatable, ...odd],
  hold: [...refusing, ...odd],
  mcp_look: repeatable,
  mcp_jot: unrepeatable,
  mcp_transfer: unrepeatable,
};

/** How the host answers a call of a patch. */
export function answerPlan(random: Random, patch: string): string {
  // Most calls of a real load simply succeed.
  return random.chance(0.4) ? '200' : random.pick(plans[patch] ?? ['200']);
}
