import { type FollowOptions, followEvents } from '../event-stream.ts';
import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type {
  AcceptedMessage,
  CreatedThread,
  Event,
  ListMessagesQuery,
  ListThreadsQuery,
  Message,
  NewMessage,
  NewThread,
  Thread,
  ThreadChange,
} from '../schema/types.gen.ts';
import { Resource, segment } from './resource.ts';

/** Conversations of one subject with one agent. */
export class Threads extends Resource {
  async create(thread: NewThread, options?: RequestOptions): Promise<CreatedThread> {
    return await this.data('POST', '/v1/loom/threads', { json: thread, options });
  }

  list(query?: ListThreadsQuery, options?: RequestOptions): Collection<Thread> {
    return this.collection('/v1/loom/threads', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<Thread> {
    return await this.data('GET', `/v1/loom/threads/${segment(id)}`, { options });
  }

  /** Changes the title, the labels or the context: each given field replaces the current one. */
  async update(id: string, change: ThreadChange, options?: RequestOptions): Promise<Thread> {
    return await this.data('PATCH', `/v1/loom/threads/${segment(id)}`, { json: change, options });
  }

  /** Posts a message, which is stored before this resolves. `runs.wait(run_id)` waits for the reply. */
  async post(id: string, message: NewMessage | string, options?: RequestOptions): Promise<AcceptedMessage> {
    const json = typeof message === 'string' ? { content: message } : message;
    return await this.data('POST', `/v1/loom/threads/${segment(id)}/messages`, { json, options });
  }

  messages(id: string, query?: ListMessagesQuery, options?: RequestOptions): Collection<Message> {
    return this.collection(`/v1/loom/threads/${segment(id)}/messages`, query, options);
  }

  /**
   * Follows what happens on a thread, the pieces of replies included (`message.delta`), until the loop is left or the signal is
   * aborted. A connection that breaks off is opened again where it was.
   */
  events(id: string, options?: FollowOptions): AsyncGenerator<Event, void, undefined> {
    return followEvents(this.transport, `/v1/loom/threads/${segment(id)}/events`, options);
  }
}
