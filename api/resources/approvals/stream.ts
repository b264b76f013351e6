import { ApprovalChange } from '#contract/approval-change.ts';
import type { ApprovalFeed } from '#store/streaming/approval-feed.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { admitStream, type StreamLimits } from '../events/admit-stream.ts';
import { eventStream } from '../events/event-stream.ts';

interface StreamServices extends StreamLimits {
  approvalFeed: ApprovalFeed;
}

export const streamApprovals = endpoint({
  operation: 'streamApprovals',
  summary: 'Follow the items that wait for a person as server-sent events',
  method: 'get',
  path: '/v1/loom/approvals/events',
  access: 'management',
  noun: 'workspace',
  role: 'viewer',
  status: 200,
  mediaType: 'text/event-stream',
  data: ApprovalChange,
  async handle({ approvalFeed, ...limits }: StreamServices, { caller, address, signal, stillAllowed, log }) {
    const onEnd = await admitStream(limits, caller, address);
    return {
      onEnd,
      stream: eventStream(
        (options) => approvalFeed.follow(caller.workspace_id, options),
        (change) => `event: ${change.change}\ndata: ${JSON.stringify(change)}\n\n`,
        { signal, stillAllowed, log },
      ),
    };
  },
});
