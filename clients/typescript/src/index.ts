export { Heddle } from './heddle.ts';
export {
  ApiError,
  ConnectionError,
  DigestMismatchError,
  type ErrorDetails,
  HeddleError,
  type InvalidField,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export {
  type ApprovalErrorCode,
  type ApprovalOptions,
  ApprovalError,
  expressApprovals,
  type ExpressRequest,
  fetchApprovals,
  koaApprovals,
  type ReceivedRequest,
  type ReceivedToolCall,
  type ServiceApproval,
  verifyApproval,
  verifyToolApproval,
} from './approvals/index.ts';
export { type Digested, verifyDigest } from './digests.ts';
export type { FollowOptions } from './event-stream.ts';
export type { Answer } from './answer.ts';
export type {
  ApiRequest,
  Attempt,
  HeddleOptions,
  ReceivedResponse,
  RequestOptions,
  Retry,
} from './options.ts';
export { type ResponseInfo, responseOf } from './response-info.ts';
export { Collection, Page } from './pages.ts';
export type { CheckedSignature, SignatureFault } from './receipts/check-receipt.ts';
export type { CallReceipt, ReceiptDecision, ReceiptSignature } from './receipts/receipt.ts';
export {
  ReceiptError,
  type ReceiptErrorCode,
  type ReceiptOptions,
  type VerifiedReceipt,
  verifyReceipt,
} from './receipts/verify-receipt.ts';
export { isProposed, type OrChange } from './resources/resource.ts';
export type { RunUpdate, StreamOptions } from './resources/run-stream.ts';
export type { WaitOptions } from './resources/runs.ts';
export { type ReceivedWebhook, signWebhook, type VerifyOptions, verifyWebhook } from './webhooks.ts';
export {
  type PrivateKey,
  type SessionKey,
  type SessionTokenOptions,
  signSessionToken,
} from './session-tokens.ts';
export type { SessionTokenClaims } from './session-claims.ts';
export type * from './schema/types.gen.ts';
