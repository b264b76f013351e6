import { untilGivenServerAnswers } from './given-server.ts';
import { mongodbAnswers } from './mongodb-answers.ts';
import { type MongodbOptions, startMongodb } from './start-mongodb.ts';

/** A MongoDB to use: an external one (without a pid), or one that is started here. */
export type UsableMongodb = { uri: string; pid?: number; stop(): Promise<void> };

/**
 * The MongoDB at MONGODB_URI if that is set, otherwise one that is started here.
 * @throws SetupProblem if nothing responds at the given URI, or none can be started
 */
export async function useMongodb(options: MongodbOptions): Promise<UsableMongodb> {
  const uri = (options.env ?? process.env)['MONGODB_URI'];
  if (!uri) return startMongodb(options);
  options.log(`using the MongoDB at MONGODB_URI, ${withoutCredentials(uri)}`);
  await untilGivenServerAnswers(() => mongodbAnswers(uri), {
    problem: `No primary of a replica set answers at MONGODB_URI, ${withoutCredentials(uri)}: start it, or unset MONGODB_URI to have one started.`,
    signal: options.signal,
  });
  return { uri, stop: () => Promise.resolve() };
}

/** The URI without credentials, to show it. */
export function withoutCredentials(uri: string): string {
  return uri.replace(/\/\/[^/]*@/, '//');
}
