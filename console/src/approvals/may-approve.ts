import type { Via } from '#contract/credential.ts';
import { actorKey, isSameActor } from '#contract/same-actor.ts';
import type { Approvals } from '../conversation/event-data.ts';

/** Somebody who may want to approve. */
export interface Approver {
  name: string;
  via: Via;
  /** Whether they sign their decisions with a passkey. Default: no. */
  signs?: boolean;
}

const ways: Record<string, string> = {
  passkey: 'a passkey',
  api_key: 'an API key',
  token: 'a signed token',
  console: 'signing in at the company',
};

/** How people are known, in words. */
export function waysOf(vias: readonly string[]): string {
  return vias.map((via) => ways[via] ?? via).join(' or ');
}

/** Whether somebody has approved a held write under any variant of their name, and has not taken that back. */
export function hasApproved({ given }: Approvals, { name }: Pick<Approver, 'name'>): boolean {
  return given.some(({ actor }) => isSameActor(actor, name));
}

/** The reason why a person may not approve a held write now, or undefined. Only a hint: the API decides. */
export function refusalToApprove(
  approvals: Approvals,
  approver: Approver,
  group?: { name: string; members: readonly string[] },
): string | undefined {
  if (hasApproved(approvals, approver)) return 'You have approved this.';
  return refusalToRevise(approvals, approver, group);
}

/**
 * The reason why a person may not correct a held write now. A person who has approved it before may, if its stage still
 * accepts them.
 */
export function refusalToRevise(
  approvals: Approvals,
  approver: Approver,
  group?: { name: string; members: readonly string[] },
): string | undefined {
  const { excluded = [], stage } = approvals;
  if (excluded.includes(actorKey(approver.name))) {
    return 'You have requested or corrected this: another person has to approve it. You may reject.';
  }
  const isKnown = (via: readonly Via[]) =>
    via.includes(approver.via) || (approver.signs === true && via.includes('passkey'));
  if (stage?.via !== undefined && !isKnown(stage.via)) {
    return `Approvals are accepted only from people known by ${waysOf(stage.via)}. You are known by ${waysOf([approver.via])}.`;
  }
  if (stage?.group !== undefined && group !== undefined && !group.members.includes(approver.name)) {
    return `Only members of ${group.name} may approve now. You may reject.`;
  }
  return undefined;
}
