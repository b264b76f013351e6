import { defined } from '#contract/defined.ts';
import type { ServiceError } from '#contract/errors.ts';

/** The codes of JSON-RPC for what is wrong with a request before it reaches a method. */
const rpcCodes: Record<string, number> = { invalid_json: -32_700, invalid_request: -32_600 };
const otherCode = -32_000;

/** An error as JSON-RPC has it, for a request whose id may be unknown. Its `data` has the service's own code. */
export function rpcErrorOf({ code, message, details }: ServiceError): object {
  return {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: rpcCodes[code] ?? otherCode,
      message,
      data: { code, ...defined({ details }) },
    },
  };
}
