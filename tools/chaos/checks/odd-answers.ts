import type { Check } from './check.ts';

/** Clients only receive responses that the OpenAPI document allows. */
export const oddAnswers: Check = {
  rule: 'odd-answers',
  holds: 'No request is answered with a 500, or refused without a reason.',
  find({ journal }) {
    return journal.oddAnswers.map(({ method, path, status, code, request_id }) => ({
      what: `${method} ${path}: ${status} ${code}${request_id === undefined ? '' : ` (request ${request_id})`}`,
    }));
  },
};
