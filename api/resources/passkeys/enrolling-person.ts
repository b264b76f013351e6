import { ServiceError } from '#contract/errors.ts';
import { actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';

/**
 * The person who enrols a passkey: signed in to the console at the identity provider, or named as `actor` by a session token.
 * The holder of an API key could enrol one for anybody.
 * @throws {ServiceError} `forbidden`
 */
export function enrollingPerson(caller: Caller) {
  const via = viaOf(caller);
  const isNamed = caller.mode === 'direct' && caller.is_actor_named === true;
  if (via === 'console' || isNamed) return { actor: actorOf(caller), via };
  throw new ServiceError(
    'forbidden',
    'A passkey is enrolled by its owner: with a session token that has the claim actor, or signed in to the console.',
  );
}
