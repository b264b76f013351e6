import type { Microcredits } from '#contract/credits.ts';
import { Uuid } from '#contract/ids.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';

/** What a request was about, for its record: what its path does not say, its handler may know. */
export interface About {
  subject_ref?: string;
  run_id?: string;
  thread_id?: string;
  connection_id?: string;
  /** What the request itself was charged; a run is charged by itself. */
  cost?: Microcredits;
}

/** What a request about a thread that its path does not name was about. */
export function aboutThread({ _id, subject_ref }: ThreadDocument): About {
  return { thread_id: _id, subject_ref };
}

/** A request about a run is about its thread, and the connection that it calls. */
export function aboutRun({ _id, thread_id, subject_ref, connection }: RunDocument): About {
  return {
    run_id: _id,
    thread_id,
    subject_ref,
    ...(connection === undefined ? {} : { connection_id: connection.id }),
  };
}

const named = ['run_id', 'thread_id', 'connection_id'] as const;

/** What a path names: `{id}` is that of its endpoint's noun. */
export function aboutPath(noun: string, params: Record<string, string | undefined>): About {
  const about: About = {};
  for (const name of named) {
    const id = params[name] ?? (name === `${noun}_id` ? params['id'] : undefined);
    if (id !== undefined && Uuid.safeParse(id).success) about[name] = id;
  }
  return about;
}
