import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal.ts';
import { post, settled, startThread } from '#test/support/conversation.ts';
import { startService, type TestService } from '#test/support/service.ts';

/** What a plain reply costs is written down in docs/architecture.md; whoever changes it here changes it there. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

it('a plain reply takes two workflow tasks and one activity', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), 'Hello');
  await settled(client, run);
  const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
  await workflow.result();
  const { events = [] } = await workflow.fetchHistory();
  const having = (attributes: keyof NonNullable<typeof events>[number]) =>
    (events ?? []).filter((event) => event[attributes]).length;
  expect({
    events: events?.length,
    workflowTasks: having('workflowTaskCompletedEventAttributes'),
    activities: having('activityTaskCompletedEventAttributes'),
  }).toEqual({ events: 12, workflowTasks: 2, activities: 1 });
});

it('a plain reply takes 11 MongoDB operations: 4 to accept it, 5 to answer, 2 to hand it over', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  // Fills what is cached: the key, the agent, the change stream.
  await settled(client, await post(client, thread, 'Hello'));
  const commands = await commandsOf(async () => {
    await settled(client, await post(client, thread, '/sleep 100\n/say Hello'));
  });
  const accept = ['find threads', 'find accounts', 'bulkWrite', 'commitTransaction'];
  const answer = ['find runs', 'find threads', 'find messages', 'bulkWrite', 'commitTransaction'];
  const wait = ['find runs', 'find runs'];
  expect(commands.toSorted()).toEqual([...accept, ...answer, ...wait].toSorted());
});

/** The commands that were sent meanwhile, without the change stream's own polling. */
async function commandsOf(work: () => Promise<void>): Promise<string[]> {
  const commands: string[] = [];
  const listen = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'getMore') return;
    const collection: unknown = command[commandName];
    commands.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  };
  service.db.client.on('commandStarted', listen);
  await work();
  service.db.client.off('commandStarted', listen);
  return commands;
}
