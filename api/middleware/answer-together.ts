import type { Middleware } from 'koa';

/**
 * Sends what became ready in one turn of the event loop at the end of it, one answer right after the other. Sent one
 * by one between the work on other requests, each would wake a receiver that had gone to sleep meanwhile, which costs
 * both sides more than the answer itself: a third of the time of a read at 32 clients. Whoever is alone waits for
 * nothing.
 */
export function answerTogether(): Middleware {
  let endOfTurn: Promise<void> | undefined;
  return async (_, next) => {
    await next();
    endOfTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        endOfTurn = undefined;
        resolve();
      });
    });
    await endOfTurn;
  };
}
