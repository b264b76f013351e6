import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Thread, ThreadChange } from '#contract/thread.ts';
import { validateContext } from '#engine/steps/validate-context.ts';
import { refuseWhileErased } from '#engine/rules/erasure-running.ts';
import { withDefinition } from '#store/agents/agent-texts.ts';
import { findAgent } from '#store/agents/agents.ts';
import { withPauses } from '#store/threads/shown-pauses.ts';
import { changeThread } from '#store/threads/threads.ts';
import { notFound } from '#contract/errors.ts';
import { scopeOf, shownTo } from '../../http/authentication/caller.ts';
import { givenContext } from '../../http/authentication/given-context.ts';
import { aboutThread } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { ThreadServices } from './open.ts';
import { presentThread } from './present.ts';
import { visibleThread } from './visible-thread.ts';

export const updateThread = endpoint({
  operation: 'updateThread',
  summary: "Change a thread's title, labels or context: given fields replace the current ones",
  method: 'patch',
  path: '/v1/loom/threads/{thread_id}',
  access: 'subject',
  noun: 'thread',
  role: 'maker',
  scope: 'converse',
  params: z.object({ thread_id: Uuid }),
  body: ThreadChange,
  status: 200,
  data: Thread,
  errors: ['erasure_running'],
  async handle({ db, schemas }: ThreadServices, { caller, params, body }) {
    // The claim of a token is for what it posts: only a body changes what is stored.
    if (body.context !== undefined) givenContext(caller, body.context);
    const thread = await visibleThread(db, caller, params.thread_id);
    refuseWhileErased(thread);
    if (body.context !== undefined) {
      const agent = await findAgent(db, caller.workspace_id, thread.agent.id);
      if (agent === null) throw notFound('thread');
      await validateContext(schemas, withDefinition(agent), body.context);
    }
    const changed = await changeThread(db, scopeOf(caller), thread._id, body);
    if (changed === null) throw notFound('thread');
    const [shown = { thread: changed, pauses: [] }] = await withPauses(db, [changed], new Date(), {
      allHeld: true,
      to: shownTo(caller),
    });
    return { data: presentThread(caller, shown), about: aboutThread(changed) };
  },
});
