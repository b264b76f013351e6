import type { Filter } from 'mongodb';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { Scope } from '#engine/ports/scope.ts';

/** A scope as a filter of MongoDB, without what differs by collection. Other fields of the filter stay unchanged. */
type Plain<Of extends Scope> = Omit<Of, 'agent_id' | 'connection_id'> & { 'agent.id'?: string };

/** Whether a run belongs to a scope. */
export function isInScope(
  run: Pick<
    RunDocument,
    'workspace_id' | 'subject_ref' | 'agent' | 'grant_id' | 'connection' | 'connections'
  >,
  { workspace_id, subject_ref, agent_id, connection_id, grant_id }: Scope,
): boolean {
  const connections = [
    ...(run.connection === undefined ? [] : [run.connection.id]),
    ...(run.connections ?? []),
  ];
  return (
    run.workspace_id === workspace_id &&
    (subject_ref === undefined || run.subject_ref === subject_ref) &&
    (agent_id === undefined || run.agent.id === agent_id) &&
    (connection_id === undefined || connections.every((id) => id === connection_id)) &&
    (grant_id === undefined || run.grant_id === grant_id)
  );
}

/** A filter for the runs of a scope. A run that has called a tool of another connection than its own belongs to both. */
export function runsInScope<Of extends Scope>({ agent_id, connection_id, ...others }: Of) {
  return {
    ...others,
    ...(agent_id === undefined ? {} : { 'agent.id': agent_id }),
    ...(connection_id === undefined
      ? {}
      : { 'connection.id': { $in: [connection_id, null] }, connections: onlyOf(connection_id) }),
  } as Plain<Of> & Filter<RunDocument>;
}

/** A filter for the threads of a scope. A thread belongs to every connection that it or its runs had. */
export function threadsInScope<Of extends Scope>({ agent_id, connection_id, ...others }: Of) {
  return {
    ...others,
    ...(agent_id === undefined ? {} : { 'agent.id': agent_id }),
    ...(connection_id === undefined ? {} : { connections: onlyOf(connection_id) }),
  } as Plain<Of> & Filter<ThreadDocument>;
}

/** A list of connections in which no other one is. */
export function onlyOf(connection_id: string) {
  return { $not: { $elemMatch: { $ne: connection_id } } };
}
