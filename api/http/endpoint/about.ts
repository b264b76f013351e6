import type { Microcredits } from '#contract/credits.ts';
import { Uuid } from '#contract/ids.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';

/** The resources that a request concerned, for its record: known to its handler and absent from its path. */
export interface About {
  subject_ref?: string;
  run_id?: string;
  thread_id?: string;
  connection_id?: string;
  /** The charge for the request itself. A run is charged separately. */
  cost?: Microcredits;
}

/** The record of a request for a thread that its path does not name. */
export function aboutThread({ _id, subject_ref }: ThreadDocument): About {
  return { thread_id: _id, subject_ref };
}

/** A request for a run also concerns its thread, and the connection that it calls. */
export function aboutRun({ _id, thread_id, subject_ref, connection }: RunDocument): About {
  return {
    run_id: _id,
    thread_id,
    subject_ref,
    ...(connection === undefined ? {} : { connection_id: connection.id }),
  };
}

const named = ['run_id', 'thread_id', 'connection_id'] as const;

/** The resource that a path names: `{id}` belongs to its endpoint's noun. */
export function aboutPath(noun: string, params: Record<string, string | undefined>): About {
  const about: About = {};
  for (const name of named) {
    const id = params[name] ?? (name === `${noun}_id` ? params['id'] : undefined);
    if (id !== undefined && Uuid.safeParse(id).success) about[name] = id;
  }
  return about;
}
