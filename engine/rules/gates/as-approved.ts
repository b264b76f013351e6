import type { SentOn } from '../../documents/connection.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { RuleContext } from '../stored.ts';
import { digestOf } from './digest.ts';

/** Sealed by any key of the deployment: the one that was the first when the call was held may not be by now. */
type Seals = readonly RuleContext['seal'][];

/**
 * Whether a call that is about to be made is what each of its approvals was given for (gate.digest.sent). If it is not, somebody
 * has changed what is stored.
 */
export function isAsApproved(call: ToolCallDocument, seals: Seals): boolean {
  const { approvals = [], decision } = call;
  if (decision?.decision !== 'approve') return true;
  const given = [...approvals, decision];
  return seals.some((seal) => {
    const sent = digestOf(call, { seal });
    return given.every(({ digest }) => digest === sent);
  });
}

/**
 * Whether an approved call is sent on the connection that its approvers were shown: the same one, which leads to the same place with
 * the same headers (gate.connection). The digest covers that connection, so with {@link isAsApproved} it covers what is sent.
 */
export function isSentAsHeld(
  { connection, decision }: Pick<ToolCallDocument, 'connection' | 'decision'>,
  sentOn: SentOn,
  seals: Seals,
): boolean {
  if (decision?.decision !== 'approve') return true;
  return (
    connection?.id === sentOn.id &&
    seals.some((seal) => sentOn.configurationBy(seal) === connection.configuration)
  );
}
