import { MongoClient, type Db, type Document } from 'mongodb';

/** Name of the replica set of a mongod of our own. */
export const replicaSet = 'heddle';
const notYetInitialized = 94;

/** Whether the MongoDB at this URI takes writes as a member of a replica set. */
export async function mongodbAnswers(uri: string): Promise<boolean> {
  return withAdmin(uri, isPrimary);
}

/**
 * Does the next step to make a mongod of our own the only member of its replica set, and tells whether it takes writes
 * by now. Asked again and again it gets there.
 */
export async function becamePrimary(uri: string, host: string): Promise<boolean> {
  return withAdmin(uri, async (admin) => {
    const config = await replicaSetConfig(admin);
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    } else if (config['members'][0].host !== host) {
      // The data was last served on another port: under the old name the member would not find itself.
      const moved = {
        ...config,
        version: config['version'] + 1,
        members: [{ ...config['members'][0], host }],
      };
      await admin.command({ replSetReconfig: moved, force: true });
    }
    return isPrimary(admin);
  });
}

async function replicaSetConfig(admin: Db): Promise<Document | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return config;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === notYetInitialized) return undefined;
    throw error;
  }
}

async function isPrimary(admin: Db): Promise<boolean> {
  const hello = await admin.command({ hello: 1 });
  return hello['isWritablePrimary'] === true && typeof hello['setName'] === 'string';
}

async function withAdmin(uri: string, work: (admin: Db) => Promise<boolean>): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000 });
  try {
    return await work(client.db('admin'));
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
