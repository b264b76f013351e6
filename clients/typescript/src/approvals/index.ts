/** Verification of calls at their host. */
export { ApprovalError, type ApprovalErrorCode } from './errors.ts';
export { expressApprovals, type ExpressRequest } from './express.ts';
export { fetchApprovals } from './fetch.ts';
export { koaApprovals } from './koa.ts';
export type { ApprovalOptions } from './options.ts';
export type { ReceivedRequest } from './request.ts';
export {
  type ReceivedToolCall,
  type ServiceApproval,
  verifyApproval,
  verifyToolApproval,
} from './verify-approval.ts';
