import { z } from 'zod';

/**
 * The effect of a message on a thread while calls are held at their gates: it is refused, its run works beside them, or their runs are
 * cancelled first (thread.beside).
 */
export const WhileHeld = z.enum(['refuse', 'beside', 'cancel']).meta({
  id: 'WhileHeld',
  description:
    'What a message does while calls of the thread are held: `refuse` is 422 `awaiting_confirmation`, `beside` starts a run that works while they ' +
    'wait, `cancel` cancels their runs first.',
});
export type WhileHeld = z.infer<typeof WhileHeld>;
