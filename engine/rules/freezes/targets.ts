import type { FreezeScope } from '#contract/freeze.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

/**
 * The target of a freeze as one text, by which it is found.
 * @param id the key of an agent, the id of a connection, or the blind name of a payee; undefined for the workspace
 */
export function targetOf(scope: FreezeScope, id: string | undefined): string {
  return id === undefined ? scope : `${scope}:${id}`;
}

/**
 * Everything by which a freeze can cover a call.
 * @param connectionId the connection on which it is sent; undefined if it is sent on none
 */
export function targetsOf(
  { agent }: Pick<RunDocument, 'agent'>,
  { payment }: Pick<ToolCallDocument, 'payment'>,
  connectionId: string | undefined,
): string[] {
  const ofConnection = connectionId === undefined ? [] : [targetOf('connection', connectionId)];
  const ofPayee = payment === undefined ? [] : [targetOf('payee', payment.payee.named)];
  return [targetOf('workspace', undefined), targetOf('agent', agent.key), ...ofConnection, ...ofPayee];
}
