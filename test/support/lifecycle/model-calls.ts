import type { JudgedCall } from '#lifecycle/inputs.ts';
import { judged, tool } from './documents.ts';

const gate = { gate: 'confirm' } as const;
const always = { idempotent: false, retry: 'always' } as const;
const safe = { idempotent: true, retry: 'safe' } as const;

/** A call of every kind that a model can make. */
const kinds: JudgedCall[] = [
  judged(tool({ timeout_seconds: 12, key: 'once', price_credits: 0.000_005 })),
  judged(tool({ timeout_seconds: 12, key: 'again', reliability: always })),
  judged(tool({ timeout_seconds: 12, key: 'keyed', reliability: safe })),
  judged(tool({ timeout_seconds: 12, key: 'gated' }, gate)),
  judged(
    tool({ timeout_seconds: 12, key: 'gated_priced', price_credits: 0.000_003, reliability: safe }, gate),
  ),
  judged(tool({ timeout_seconds: 12, key: 'ask', interaction: 'interactive' })),
  judged(
    tool({ timeout_seconds: 12, key: 'ask_priced', interaction: 'interactive', price_credits: 0.000_002 }),
  ),
  judged(
    tool({ timeout_seconds: 12, key: 'propose', interaction: 'proposed_action', price_credits: 0.000_004 }),
  ),
  judged(tool({ timeout_seconds: 12, key: 'hand_over', interaction: 'handoff', price_credits: 0.000_001 })),
  judged(tool({ timeout_seconds: 12, key: 'lookup' })),
  judged(tool({ timeout_seconds: 12, key: 'update_plan' }), { args: { steps: [] } }),
  judged(tool({ timeout_seconds: 12, key: 'show_block' }), {
    args: { kind: 'card', payload: { title: 'Card' } },
  }),
  judged(tool({ timeout_seconds: 12, key: 'once' }), {
    refusal: { code: 'invalid_args', message: 'Misfit.' },
  }),
  judged(tool({ timeout_seconds: 12, key: 'once' }), {
    refusal: { code: 'too_many_calls', message: 'Too many.' },
  }),
  { id: 'unknown', name: 'nothing', args: {}, refusal: { code: 'denied', message: 'No such patch.' } },
];

/** The calls of a turn, by a choice: words alone for 0, otherwise up to three. */
export function callsOf(choice: number): JudgedCall[] {
  const digits = [choice >> 2, choice >> 7, choice >> 12].slice(0, choice % 4);
  return digits.flatMap((digit) => kinds.slice((digit % 31) % kinds.length).slice(0, 1));
}
