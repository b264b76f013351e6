import { BrowserCookies } from '../../oauth/login/browser-cookies.ts';

/** How long a browser has to sign in and decide. */
export const approvalSeconds = 15 * 60;

/** Approvals that this browser began, by the ids of the interactions. */
export const approvalCookies = new BrowserCookies({ kind: 'approval', seconds: approvalSeconds });
