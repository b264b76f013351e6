import type { ChangeActor, ChangeState, FourEyes, GuardedKind } from '#contract/change.ts';
import { ServiceError } from '#contract/errors.ts';
import { isSameActor } from '#contract/same-actor.ts';

/** The fields of a proposal that the rules read. */
interface Proposal {
  state: ChangeState;
  proposed: ChangeActor;
  decided?: ChangeActor;
}

/** The ways in which those who propose and approve may be known; undefined for any. */
type Vias = FourEyes['via'] | undefined;

interface Settings {
  guarded: Readonly<Record<GuardedKind, boolean>>;
  via?: Vias;
}

/**
 * Whether settings guard less than others did, or let people be known in more ways: that itself needs two actors, or one alone
 * could do anything.
 */
export function guardsLess(before: Settings, after: Settings): boolean {
  const isLowered = Object.entries(before.guarded).some(
    ([kind, guarded]) => guarded && !after.guarded[kind as GuardedKind],
  );
  const { via } = before;
  return isLowered || (via !== undefined && (after.via ?? [undefined]).some((way) => !isOneOf(via, way)));
}

/**
 * Checks who proposes a change. Without a name there is nobody from whom the second actor could differ.
 * @throws {ServiceError} `actor_required`, `forbidden` for somebody who is known in a way that does not count
 */
export function checkProposer({ actor, via }: ChangeActor, accepted: Vias): void {
  if (actor === undefined) {
    throw new ServiceError(
      'actor_required',
      'The change needs a second actor, and its proposal a person: name them in Service-Actor.',
    );
  }
  if (accepted === undefined || isOneOf(accepted, via)) return;
  throw new ServiceError('forbidden', unknownWay('proposes', accepted, via));
}

/**
 * Whether a decision on a change takes effect; false if the same actor has decided so already.
 * @param by who decides
 * @param accepted how they have to be known to approve
 * @throws {ServiceError} `change_decided`, `forbidden_approver`
 */
export function mayDecide(
  { state, proposed, decided }: Proposal,
  decision: 'approved' | 'rejected',
  by: ChangeActor,
  accepted?: Vias,
): boolean {
  const { actor, via } = by;
  if (state !== 'proposed') {
    if (state === decision && decided?.actor === actor && decided?.via === via) return false;
    throw new ServiceError('change_decided', `The change is ${state} already.`, { details: { state } });
  }
  if (decision === 'rejected') return true;
  if (actor === undefined) {
    throw forbidden('An approval needs a person: name them in Service-Actor.');
  }
  if (proposed.actor === undefined)
    throw forbidden('The proposer of the change is not known: propose it again.');
  if (isSameActor(actor, proposed.actor))
    throw forbidden('A change cannot be approved by the person who proposed it.');
  if (proposed.via === 'console' && via !== 'console') {
    throw forbidden('A change that was proposed in the console is approved there.');
  }
  for (const way of [proposed.via, via]) {
    if (accepted !== undefined && !isOneOf(accepted, way)) {
      throw forbidden(unknownWay('proposes or approves', accepted, way));
    }
  }
  return true;
}

function isOneOf(accepted: NonNullable<Vias>, way: string | undefined): boolean {
  return accepted.some((name) => name === way);
}

function unknownWay(does: string, accepted: NonNullable<Vias>, way: string): string {
  return `The person who ${does} a change must be known by ${accepted.join(' or ')}, not by ${way}.`;
}

function forbidden(why: string): ServiceError {
  return new ServiceError('forbidden_approver', why);
}
