import { buffer } from 'node:stream/consumers';
import { ApprovalError, type ApprovalOptions, verifyApproval } from '#heddle-client/index.ts';
import { type LoopbackServer, serveLoopback } from '#tools/dev/loopback-server.ts';

/** A request that a bank got, as somebody who listens could record it. */
export interface RecordedRequest {
  method: string;
  url: string;
  approval: string;
  body: string;
}

/** A bank that pays only for requests that the service has signed for its workspace. */
export interface VerifyingBank extends LoopbackServer {
  /** Every request, whether it was paid or not. */
  requests: RecordedRequest[];
  /** How many were paid. */
  paid(): number;
}

export async function startVerifyingBank(options: Omit<ApprovalOptions, 'audience'>): Promise<VerifyingBank> {
  const requests: RecordedRequest[] = [];
  let paid = 0;
  const server = await serveLoopback(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const approval = String(headers['service-approval']);
    requests.push({ method, url, approval, body: body.toString() });
    const answer = async () => {
      try {
        await verifyApproval({ method, url, headers, body }, { ...options, audience: server.url });
        paid += 1;
        return { status: 200, code: 'paid' };
      } catch (error) {
        if (!(error instanceof ApprovalError)) throw error;
        return { status: error.status, code: error.code };
      }
    };
    const { status, code } = await answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
  });
  return { ...server, requests, paid: () => paid };
}
