import { isPassing as isPassingAnswer } from '#heddle-client/answer.ts';
import { ApiError } from '#heddle-client/errors.ts';

export { ApiError };

/** One thing that is wrong with a request. `path` is a JSON path into its body, such as `limits.max_turns`. */
export interface Fault {
  path: string;
  message: string;
  code: string;
}

/** The field errors of a rejected request. Empty if the error names no fields. */
export function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return [];
  return error.details.filter(
    (fault): fault is Fault =>
      typeof fault === 'object' && fault !== null && 'path' in fault && 'message' in fault,
  );
}

/** The error of one field, or of a field inside it. */
export function faultIn(error: unknown, name: string): Fault | undefined {
  return faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`));
}

/** The browsers' messages when fetch gets no response. */
const noResponse = /fetch|network|load failed/i;

/** Any error as one that can be shown with a code: what kept the app from reaching the API is `unreachable` or `timeout`. */
export function asApiError(error: unknown): ApiError<string> {
  if (error instanceof ApiError) return error;
  if (error instanceof TypeError && noResponse.test(error.message)) {
    return new ApiError('The service cannot be reached.', { status: 0, code: 'unreachable' });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError('The service did not answer in time.', { status: 0, code: 'timeout' });
  }
  return new ApiError(error instanceof Error ? error.message : String(error), {
    status: 0,
    code: 'console_error',
  });
}

/** Whether the same request may succeed later: the API could not be reached, failed, or has too much to do. */
export function isPassing(error: unknown): boolean {
  const refusal = asApiError(error);
  return isPassingAnswer(refusal) || ['unreachable', 'timeout'].includes(refusal.code);
}
