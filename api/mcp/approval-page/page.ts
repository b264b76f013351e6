import type { ApprovalPage } from '../../oauth/login/approval-page.ts';
import type { DecisionServices } from '../../resources/runs/decide-call.ts';
import { beginApproval } from './begin.ts';
import { decideApproval } from './decide.ts';
import { showApproval } from './show.ts';

/** The page on which the user of a grant decides on a held call, for the routes on which its user signs in (mcp.server.approval-page). */
export function approvalPage(services: DecisionServices): ApprovalPage {
  return {
    begin: beginApproval,
    show: async (ctx, uid, login) => await showApproval(ctx, uid, login, services),
    decide: async (ctx, uid, login) => await decideApproval(ctx, uid, login, services),
  };
}
