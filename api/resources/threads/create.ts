import { CreatedThread, NewThread } from '#contract/thread.ts';
import { toCreatedThread } from '#store/threads/threads.ts';
import { aboutThread } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { openThread, type ThreadServices } from './open.ts';

export const createThread = endpoint({
  operation: 'createThread',
  summary: 'Start a conversation of a subject with an agent',
  method: 'post',
  path: '/v1/loom/threads',
  access: 'subject-in-body',
  noun: 'thread',
  role: 'maker',
  scope: 'converse',
  body: NewThread,
  status: 201,
  data: CreatedThread,
  errors: ['unknown_agent', 'agent_archived', 'erasure_running', 'subject_mismatch'],
  async handle(services: ThreadServices, { caller, body, resource }) {
    const thread = await openThread(services, caller, body, resource);
    return { data: toCreatedThread(thread), about: aboutThread(thread) };
  },
});
