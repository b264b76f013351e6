import { BrowserCookies } from './browser-cookies.ts';
import { requestTokenSeconds } from './request-token.ts';

/** Cookies by the id of a request token: the authorization or approval for which this browser got it. */
export const loginCookies = new BrowserCookies({ kind: 'login', seconds: requestTokenSeconds });
