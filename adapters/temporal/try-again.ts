import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

type Interceptor = ReturnType<typeof makeGrpcRetryInterceptor>;
type NextCall = Parameters<Interceptor>[1];
type Status = Parameters<ReturnType<typeof defaultGrpcRetryOptions>['delayFunction']>[1];

/** The longest delay between two tries, plus or minus a fifth, because Temporal may be back. */
const longestWaitMs = 500;
/** How often a call without a deadline is tried: for some nine seconds. */
const mostTries = 20;
/** gRPC's code for a server that asks for fewer calls. */
const resourceExhausted = 8;

/**
 * Retries calls that failed because Temporal is away, as the SDK's own interceptor does, but with delays of at most
 * half a second, and not beyond the deadline of the call. Closing the client ends the retries; with the SDK's
 * interceptor, it ends the process.
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
      // A deadline limits the time, so the number of tries does not matter.
      const tries = Number.isFinite(endsAt) ? 1 : attempt;
      return !closed && retryableDecider(tries, status) && Date.now() + waitMs(attempt, status) < endsAt;
    },
  });
  return interceptor(options, (next) => {
    if (failure === undefined) return nextCall(next);
    try {
      return nextCall(next);
    } catch {
      // Thrown by a closed channel, in a timer that nobody listens to.
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

/** A call that fails as soon as it starts. */
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
