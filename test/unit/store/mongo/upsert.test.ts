import { MongoServerError, type Collection } from 'mongodb';
import { expect, it } from 'vitest';
import { upsert } from '#store/mongo/upsert.ts';

interface Counter {
  _id: string;
  count: number;
}

/** A collection with scripted answers, which records its requests. */
function collectionThat(...answers: (Counter | null | Error)[]) {
  const asked: unknown[][] = [];
  const findOneAndUpdate = async (...question: unknown[]) => {
    asked.push(question);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return await Promise.resolve(answer);
  };
  return { collection: { findOneAndUpdate } as unknown as Collection<Counter>, asked };
}

const pipeline = [{ $set: { count: 1 } }];
const refused = (code: number) => new MongoServerError({ message: 'refused', code });

it('who makes a document later than another finds it, however the server says that it was there', async () => {
  const { collection, asked } = collectionThat(null, refused(11000), null, { _id: 'a', count: 1 });
  expect(await upsert(collection, 'a', pipeline)).toEqual({ _id: 'a', count: 1 });
  const question = [{ _id: 'a' }, pipeline, { upsert: true, returnDocument: 'after' }];
  expect(asked).toEqual([question, question, question, question]);
});

it('any other fault is passed on', async () => {
  const { collection, asked } = collectionThat(refused(50));
  await expect(upsert(collection, 'a', pipeline)).rejects.toMatchObject({ code: 50 });
  expect(asked).toHaveLength(1);
});
