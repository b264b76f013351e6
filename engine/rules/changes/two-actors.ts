import type { ChangeActor, ChangeState, GuardedKind } from '#contract/change.ts';
import { ServiceError } from '#contract/errors.ts';
import { isSameActor } from '#contract/same-actor.ts';

/** What the rules know of a change. */
interface Proposal {
  state: ChangeState;
  proposed: ChangeActor;
  decided?: ChangeActor;
}

/** Whether settings guard less than others did: that itself needs two actors, or one alone could do anything. */
export function guardsLess(
  before: Readonly<Record<GuardedKind, boolean>>,
  after: Readonly<Record<GuardedKind, boolean>>,
): boolean {
  return Object.entries(before).some(([kind, guarded]) => guarded && !after[kind as GuardedKind]);
}

/**
 * Whether a decision on a change takes effect; false if the same actor has decided so already.
 * @throws {ServiceError} `change_decided`, `forbidden_approver`
 */
export function mayDecide(
  { state, proposed, decided }: Proposal,
  decision: 'approved' | 'rejected',
  { actor }: Pick<ChangeActor, 'actor'>,
): boolean {
  if (state !== 'proposed') {
    if (state === decision && decided?.actor === actor) return false;
    throw new ServiceError('change_decided', `The change is ${state} already.`, { details: { state } });
  }
  if (decision === 'rejected') return true;
  if (actor === undefined) {
    throw new ServiceError('forbidden_approver', 'An approval needs a person: name them in Service-Actor.');
  }
  if (proposed.actor !== undefined && isSameActor(actor, proposed.actor)) {
    throw new ServiceError('forbidden_approver', 'Who proposed a change cannot approve it.');
  }
  return true;
}
