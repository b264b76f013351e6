import type { ApprovalPage } from '../../oauth/login/approval-page.ts';
import type { InputServices } from '../../resources/runs/input-of-caller.ts';
import { beginApproval } from './begin.ts';
import { decideApproval } from './decide.ts';
import { showApproval } from './show.ts';

/** The page on which the user of a grant decides on a held call, for the routes on which its user signs in (mcp.server.approval-page). */
export function approvalPage(services: InputServices): ApprovalPage {
  return {
    begin: beginApproval,
    show: async (ctx, uid, login) => await showApproval(ctx, uid, login, services),
    decide: async (ctx, uid, login) => await decideApproval(ctx, uid, login, services),
  };
}
