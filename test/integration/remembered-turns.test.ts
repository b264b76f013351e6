import type { CommandStartedEvent } from 'mongodb';
import { inject, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { TurnReasoning } from '#engine/documents/turn.ts';
import { newId } from '#store/mongo/ids.ts';
import { rememberedTurns } from '#store/runs/remembered-turns.ts';
import { sealTurn } from '#store/runs/sealed-turns.ts';
import { readTurnsForModel } from '#store/runs/turns.ts';
import { testKeyring } from '../support/keyring.ts';
import { dropDatabase, openDatabaseOn } from '../support/open-database.ts';
import { perFile } from '../support/per-file.ts';

const store = perFile(async () => {
  const db = await openDatabaseOn(inject('mongodbUri'));
  return { db, stop: async () => await dropDatabase(db) };
});
const plenty = 1_000_000;
const thought = 'x'.repeat(100);

/** A run with turns, of which all are thought in, and what reads them. */
async function startRun(turns: number) {
  const { db } = store;
  const run_id = newId();
  const take = async (seq: number, text = `turn ${seq}`) => {
    const reasoning = toJsonText({ text: thought } as TurnReasoning);
    const turn = { _id: newId(), run_id, workspace_id: 'one', seq, text, calls: [], reasoning };
    await db.turns.insertOne(sealTurn(testKeyring, turn as never));
  };
  for (let seq = 1; seq <= turns; seq += 1) await take(seq);
  const remembered = rememberedTurns(db, testKeyring);
  /** Reads them, and says from which turn on they were asked for. */
  const read = async (characters = plenty) => {
    const from: unknown[] = [];
    const note = ({ command }: CommandStartedEvent) => {
      if (command['find'] === 'turns') from.push(command['filter'].seq.$gte);
    };
    db.client.on('commandStarted', note);
    const got = await remembered(run_id, characters);
    db.client.off('commandStarted', note);
    const { turns: all } = await readTurnsForModel(db, testKeyring, run_id, { characters });
    expect(got).toEqual(all.map(({ _id, ...turn }) => turn));
    return { got, from };
  };
  return { db, run_id, take, read };
}

it('of a long run, only the turns after the last known one are read', async () => {
  const { take, read } = await startRun(30);
  expect((await read()).from).toEqual([1]);
  expect((await read()).from).toEqual([30]);
  await take(31);
  await take(32);
  expect((await read()).from).toEqual([30]);
  expect((await read()).from).toEqual([32]);
});

it('the turns of a short run are read each time', async () => {
  const { read } = await startRun(2);
  expect((await read()).from).toEqual([1]);
  expect((await read()).from).toEqual([1]);
});

it('after a restored store, in which a turn was taken again or is gone, all turns are read', async () => {
  const { db, run_id, take, read } = await startRun(30);
  await read();
  await db.turns.deleteMany({ run_id, seq: { $gte: 29 } });
  expect((await read()).from).toEqual([30, 1]);
  await take(29, 'another one');
  await take(30, 'another one');
  await read();
  await db.turns.deleteMany({ run_id, seq: 30 });
  await take(30, 'yet another one');
  const { got, from } = await read();
  expect(from).toEqual([30, 1]);
  expect(got.at(-1)).toMatchObject({ text: 'yet another one' });
});

it('what was thought in older turns is left out when there is no more room for it', async () => {
  const { take, read } = await startRun(30);
  await read();
  await take(31);
  const { got } = await read(1000);
  expect(got[0]).not.toHaveProperty('reasoning');
  expect(got.at(-1)).toHaveProperty('reasoning');
});
