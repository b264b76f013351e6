import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

type Interceptor = ReturnType<typeof makeGrpcRetryInterceptor>;
type NextCall = Parameters<Interceptor>[1];
type Status = Parameters<ReturnType<typeof defaultGrpcRetryOptions>['delayFunction']>[1];

/** Between two tries no longer than this is waited, give or take a fifth: Temporal may be back. */
const longestWaitMs = 500;
/** A call without a deadline is tried so often: for some nine seconds. */
const mostTries = 20;
/** gRPC's code for a server that asks for fewer calls. */
const resourceExhausted = 8;

/**
 * Tries calls again that failed because Temporal is away, as the SDK's own interceptor does, but at most half a second
 * apart, and not beyond the deadline of the call. A client that is closed meanwhile ends it; with the SDK's, that ends
 * the process.
 */
export const tryAgain: Interceptor = (options, nextCall) => {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions({ maxAttempts: mostTries });
  const endsAt = Number(options.deadline ?? Number.POSITIVE_INFINITY);
  let failure: Status | undefined;
  let closed = false;
  const interceptor = makeGrpcRetryInterceptor({
    delayFunction: waitMs,
    retryableDecider: (attempt, status) => {
      failure = status;
      // How often does not matter where a deadline says how long.
      const tries = Number.isFinite(endsAt) ? 1 : attempt;
      return !closed && retryableDecider(tries, status) && Date.now() + waitMs(attempt, status) < endsAt;
    },
  });
  return interceptor(options, (next) => {
    if (failure === undefined) return nextCall(next);
    try {
      return nextCall(next);
    } catch {
      // Thrown by a channel that was closed, to a timer that nobody listens to.
      closed = true;
      return failedCall(failure);
    }
  });

  function waitMs(attempt: number, status: Status): number {
    const usual = delayFunction(attempt, status);
    const { code }: { code: number } = status;
    return code === resourceExhausted ? usual : Math.min(usual, longestWaitMs);
  }
};

/** A call that ends as soon as it begins. */
function failedCall(status: Status): ReturnType<NextCall> {
  const nothing = () => {};
  return {
    start: (_, listener) => listener?.onReceiveStatus?.(status),
    cancelWithStatus: nothing,
    sendMessage: nothing,
    sendMessageWithContext: nothing,
    startRead: nothing,
    halfClose: nothing,
    getPeer: () => '',
    getAuthContext: () => null,
  };
}
