import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { Extraction, ExtractRequest } from '#contract/extract.ts';
import { type Refusal, type Reply, endpoint } from '../../http/endpoint/endpoint.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import { type ExtractServices, makeExtraction } from './make-extraction.ts';

export const extract = endpoint({
  operation: 'extract',
  summary: 'Extract data of a given shape from a text; charged by tokens',
  method: 'post',
  path: '/v1/extract',
  access: 'api-key',
  noun: 'extraction',
  role: 'maker',
  scope: 'extract',
  body: ExtractRequest,
  manyValues: true,
  status: 200,
  data: Extraction,
  errors: ['model_unavailable', 'insufficient_credits', 'erasure_running', 'extract_failed', 'model_error'],
  async handle(
    services: ExtractServices & { extractLimiter: ConcurrencyLimiter },
    call,
  ): Promise<Reply<Extraction> | Refusal> {
    const { caller, address } = call;
    const { workspace_id, subject_ref } = caller;
    const leave = services.extractLimiter.admit({ workspaceId: workspace_id, subject: subject_ref, address });
    try {
      const { request_id, outcome, cost } = await makeExtraction(services, call);
      const about = { ...defined({ subject_ref }), cost };
      if ('result' in outcome) return { data: { id: request_id, result: outcome.result }, about };
      const { code, message, details } = outcome.error;
      return { refused: new ServiceError(code, message, { details }), about };
    } finally {
      leave();
    }
  },
});
