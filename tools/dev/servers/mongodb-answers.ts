import { MongoClient, type Db, type Document } from 'mongodb';

/** Name of the replica set of a mongod that is started here. */
export const replicaSet = 'heddle';
const notYetInitialized = 94;

/** Whether the MongoDB at this URI accepts writes as a member of a replica set. */
export async function mongodbAnswers(uri: string): Promise<boolean> {
  return withAdmin(uri, isPrimary);
}

/**
 * Takes the next step to make a mongod that is started here the only member of its replica set, and returns whether it
 * accepts writes. Call it until it does.
 */
export async function becamePrimary(uri: string, host: string): Promise<boolean> {
  return withAdmin(uri, async (admin) => {
    const config = await replicaSetConfig(admin);
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    } else if (config['members'][0].host !== host) {
      // The data was last served on another port, so the member would not recognize itself by its old name.
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

/**
 * How long a transaction may stay open on a MongoDB that is started here. A step takes milliseconds. The transaction of
 * a killed process keeps its locks, and blocks writes of others, until the server aborts it.
 */
export const transactionLifetimeSeconds = 5;

/** Limits how long transactions live, which is a minute by default. Applies until the server stops. */
export async function limitTransactions(uri: string): Promise<boolean> {
  return withAdmin(uri, async (admin) => {
    await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: transactionLifetimeSeconds });
    return true;
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
