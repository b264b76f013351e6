import { z } from 'zod';
import { Actor } from './ids.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Freezes: no call that one covers is sent (freeze.*). */

export const freezeScopes = ['workspace', 'agent', 'connection', 'payee'] as const;
export const FreezeScope = z.enum(freezeScopes).meta({
  id: 'FreezeScope',
  description:
    '`workspace`: all calls. `agent`: those of all versions of an agent. `connection`: those that are sent on a connection. `payee`: those that pay a payee.',
});
export type FreezeScope = z.infer<typeof FreezeScope>;

export const longestFreezeReason = 500;

const FreezeReason = text({ min: 1, max: longestFreezeReason, trimmed: true }).meta({
  description: 'Shown to all who see a call that is held back, the end user included. Models do not see it.',
});

const TargetId = text({ min: 1, max: 100 }).meta({
  description:
    'The key of an agent, or the id of a connection or payee. Required, except for the workspace, which has none.',
});

interface Target {
  scope: FreezeScope;
  id?: string | undefined;
}

function checkTarget({ scope, id }: Target, context: z.RefinementCtx): void {
  const isOfWorkspace = scope === 'workspace';
  if (isOfWorkspace === (id === undefined)) return;
  const message = isOfWorkspace ? 'is for other scopes than the workspace' : `is required for scope ${scope}`;
  context.addIssue({ code: 'custom', path: ['id'], message, params: { code: 'freeze_target' } });
}

/** Body of `PUT /v1/freeze`. */
export const NewFreeze = z
  .strictObject({ scope: FreezeScope, id: TargetId.optional(), reason: FreezeReason })
  .superRefine(checkTarget)
  .meta({ id: 'NewFreeze' });
export type NewFreeze = z.infer<typeof NewFreeze>;

/** Query of `DELETE /v1/freeze`. */
export const FreezeTarget = z
  .object({ scope: FreezeScope, id: TargetId.optional() })
  .superRefine(checkTarget);
export type FreezeTarget = z.infer<typeof FreezeTarget>;

const FrozenTarget = {
  scope: FreezeScope,
  id: z.string().optional().meta({ description: 'Absent for the workspace.' }),
};

/** A freeze that holds. */
export const Freeze = z
  .object({
    ...FrozenTarget,
    reason: z.string(),
    actor: Actor.optional().meta({
      description: 'The actor who gave the reason. Absent if the request named nobody.',
    }),
    at: Timestamp.meta({ description: 'Since when. A later reason does not change it.' }),
  })
  .meta({ id: 'Freeze' });
export type Freeze = z.infer<typeof Freeze>;

/** The response to `PUT /v1/freeze`. */
export const PutFreeze = z
  .object({
    ...Freeze.shape,
    in_flight: z.int().min(0).meta({
      description:
        'How many covered calls were recorded as being sent before the freeze and have no result yet: they may reach their hosts. No other one does from now on.',
    }),
  })
  .meta({ id: 'PutFreeze' });
export type PutFreeze = z.infer<typeof PutFreeze>;

/** The response to `DELETE /v1/freeze`. */
export const LiftedFreeze = z.object({ ...FrozenTarget, lifted_at: Timestamp }).meta({ id: 'LiftedFreeze' });
export type LiftedFreeze = z.infer<typeof LiftedFreeze>;

/** The freeze that holds an approved call back. */
export const Frozen = z
  .object({
    ...FrozenTarget,
    reason: z.string(),
    at: Timestamp.meta({ description: 'Since when it is frozen.' }),
  })
  .meta({
    id: 'Frozen',
    description:
      'The write has all of its approvals, and a freeze holds it back. It is sent once that is lifted, does not expire, and can be withdrawn or rejected.',
  });
export type Frozen = z.infer<typeof Frozen>;
