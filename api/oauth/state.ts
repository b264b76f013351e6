import type { Context } from 'koa';
import type { AllowanceState } from '../http/limits/allowance.ts';
import type { CallerState } from '../http/authentication/authenticate.ts';
import type { RequestState } from '../http/middleware/identify-request.ts';
import type { RecordState } from '../http/middleware/record-request.ts';

/** The state of a request to the authorization server. */
export type OAuthState = RequestState & RecordState & AllowanceState & Partial<CallerState>;

/** A request to the authorization server. */
export type OAuthContext = Context & { state: OAuthState };
