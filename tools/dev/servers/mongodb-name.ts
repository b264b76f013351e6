import { MongoClient } from 'mongodb';

/** Which server it is, with its version: MongoDB itself, or its stand-in. */
export async function mongodbName(uri: string): Promise<string> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    const { version, secantusVersion } = await client.db('admin').command({ buildInfo: 1 });
    return secantusVersion === undefined
      ? `MongoDB ${version}`
      : `a stand-in for MongoDB, SecantusDB ${secantusVersion}`;
  } finally {
    await client.close();
  }
}
