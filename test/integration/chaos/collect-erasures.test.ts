import { expect, it } from 'vitest';
import { ChaosClient } from '#tools/chaos/client/client.ts';
import { collectErasures } from '#tools/chaos/evidence/collect-erasures.ts';
import { newJournal, type RequestedErasure } from '#tools/chaos/journal/journal.ts';
import { Random } from '#tools/chaos/random.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { erase } from '../../support/erasures.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ erasureSettlesMs: 100 }));

it('finds what an erasure leaves in MongoDB and in the API, and nothing if it leaves nothing', async () => {
  const { client, apiKey } = await service.workspace();
  const requested: RequestedErasure[] = [];
  for (const subject of ['gone-m1', 'gone-m11']) {
    const thread = await startThread(client.as(subject));
    const { id: run_id } = await converse(client.as(subject), thread, `/say ${subject}`);
    requested.push({
      subject,
      threads: [{ id: thread, subject, agent: 'steady' }],
      messages: [
        { thread_id: thread, content: '', sent_at: 0, fate: { is: 'unknown' }, run_id, endings: [] },
      ],
      sent_at: Date.now(),
      fate: { is: 'unknown' },
      quiet_at: Date.now(),
    });
  }
  const [erased, kept] = requested;
  const { id } = (await erase(client, 'gone-m1')).data;
  // The other one only believes to have been erased.
  for (const each of requested) each.id = id;
  // One that has answered nothing yet: an API keeps ended runs in memory for less than the minute before an erasure's end.
  const api = await service.secondApi();
  const chaos = new ChaosClient([api.baseUrl], apiKey, newJournal(), new Random(1));
  const evidence = await collectErasures(
    { client: chaos, db: service.db, temporal: service.temporal },
    requested,
  );
  await chaos.close();
  await api.stop();
  expect(evidence.map(({ subject, erasure }) => [subject, erasure.status])).toEqual([
    [erased?.subject, 'completed'],
    [kept?.subject, 'completed'],
  ]);
  expect(evidence[0]?.left).toEqual([]);
  expect(evidence[1]?.left).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^threads /),
      expect.stringMatching(/^messages /),
      'GET /v1/loom/threads with 1 items',
      'GET /v1/loom/runs with 1 items',
      `GET /v1/loom/threads/${kept?.threads[0]?.id}/messages`,
      `GET /v1/loom/runs/${kept?.messages[0]?.run_id}/trace`,
    ]),
  );
});
