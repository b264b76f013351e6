import { createContext, Script } from 'node:vm';

/** The work took longer than it may. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

const sandbox: { work: (() => unknown) | undefined } = { work: undefined };
const context = createContext(sandbox);
const script = new Script('work()');

/**
 * Does synchronous work and stops it when it takes too long. For work whose time strangers decide: a schema's pattern
 * may backtrack for years, a chain of references may double with every link. Costs about 0.1 ms.
 * @throws {TimeLimitError} when it was stopped; what it was working on must then be thrown away
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  sandbox.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`took over ${milliseconds} ms`);
    }
    throw error;
  } finally {
    sandbox.work = undefined;
  }
}
