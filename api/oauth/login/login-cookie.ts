import { BrowserCookies } from './browser-cookies.ts';
import { requestTokenSeconds } from './request-token.ts';

/** By the id of a request token: the authorization or approval for which this browser was given it. */
export const loginCookies = new BrowserCookies({ kind: 'login', seconds: requestTokenSeconds });
