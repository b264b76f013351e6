import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** A resource that a test uses and then stops. */
interface Stoppable {
  stop?: () => unknown;
}

type Hook = (run: () => Promise<void>) => void;

const stopIt = async (started: object): Promise<void> => {
  await (started as Stoppable).stop?.();
};

/**
 * The result of `start`, from before the tests of the file, or of the `describe` around it, until after them. It cannot
 * be read sooner, so take parts of it inside a hook or a test.
 * @param stop Default: calls its `stop()`, if it has one.
 */
export function perFile<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => unknown = stopIt,
): T {
  return started(start, stop, beforeAll, afterAll);
}

/** The same for each test: what `start` gives before it, until after it. */
export function perTest<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => unknown = stopIt,
): T {
  return started(start, stop, beforeEach, afterEach);
}

function started<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => unknown,
  before: Hook,
  after: Hook,
): T {
  let current: T | undefined;
  before(async () => {
    current = await start();
  });
  after(async () => {
    if (current === undefined) return;
    await stop(current);
    current = undefined;
  });
  const now = (): T => {
    if (current === undefined) throw new Error('This is read before the tests, or after them.');
    return current;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(now(), name);
      return typeof value === 'function' ? (value.bind(now()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(now(), name, value),
    has: (_, name) => Reflect.has(now(), name),
  });
}
