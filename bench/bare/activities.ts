import type { BareCommits } from './commits.ts';

/**
 * Activities that do nothing, and those that commit what the service does.
 * @param done is told of each commit that a client waits for
 */
export function bareActivities({ commit, mark }: BareCommits, done: (id: string) => void) {
  return {
    async doNothing(): Promise<void> {},
    /** As a model turn. */
    async commitTurn(id: string): Promise<void> {
      await commit('turn');
      done(id);
    },
    /** As the approved call and the model turn after it, which the service takes in one activity. */
    async commitCall(id: string): Promise<void> {
      await mark(id);
      await commit('result');
      await commit('turn');
      done(id);
    },
  };
}

export type BareActivities = ReturnType<typeof bareActivities>;
