import type { BareCommits } from './commits.ts';

/**
 * Activities that do nothing, and ones that commit as the service does.
 * @param host the URL of a whole call's host
 * @param done called for each commit that a client waits for
 */
export function bareActivities(
  { commit, mark, read }: BareCommits,
  host: string,
  done: (id: string) => void,
) {
  return {
    async doNothing(): Promise<void> {},
    /**
     * As a model turn.
     * @param whole with all that the service asks of MongoDB
     */
    async commitTurn(id: string, whole?: boolean): Promise<void> {
      await commit('turn', whole);
      done(id);
    },
    /**
     * As the approved call and the model turn after it, which the service takes in one activity.
     * @param whole with all that the service asks of MongoDB (the run, the connection, the turns and calls, the account), and of
     *   the host
     */
    async commitCall(id: string, whole?: boolean): Promise<void> {
      if (whole === true) for (const reads of [1, 1]) await read(reads);
      await mark(id);
      if (whole === true) await (await fetch(host, { method: 'POST', body: '{}' })).json();
      await commit('result', whole);
      if (whole === true) for (const reads of [3, 1]) await read(reads);
      await commit('turn', whole);
      done(id);
    },
    /** As one of several approved calls: what is stored before it is sent, and its result. */
    async commitResult(id: string): Promise<void> {
      await mark(id);
      await commit('result');
    },
  };
}

export type BareActivities = ReturnType<typeof bareActivities>;
