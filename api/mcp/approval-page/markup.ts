import type { Context } from 'koa';
import type { Pending } from '#contract/mcp-tools.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { markup } from '../../http/pages/markup.ts';
import { sendPage } from '../../http/pages/send-page.ts';
import { describePending, wholeJson } from '../describe-run.ts';
import { longestNote } from '../read-decision.ts';

/** The call that the user decides on. */
interface HeldQuestion {
  agentName: string;
  clientName: string;
  /** The person who decides: the subject, or the person who signed in for it. */
  actor: string;
  subject: string;
  held: Pending;
  /** Sent back unchanged with the decision. */
  fields: Record<string, string>;
}

/**
 * The page on which a held call is decided: everything that an approver is shown, a line each, and two buttons, which
 * send `decision`. They appear after a second, so that the second click of a double click elsewhere decides nothing.
 */
export function sendApprovalPage(ctx: Context, question: HeldQuestion): void {
  const { agentName, clientName, actor, subject, held, fields } = question;
  const [title = '', ...lines] = describePending(held, wholeJson).split('\n');
  const facts: [string, string][] = [
    ['Call', held.patch_ref ?? ''],
    ['Held since', held.created_at],
    ['Until', held.expires_at],
  ];
  sendPage(ctx, {
    title,
    formLeadsTo: '',
    content: markup`<p>A call of <strong><bdi>${visibleLine(agentName)}</bdi></strong> is held until you decide, in a conversation of <bdi>${visibleLine(clientName)}</bdi>.</p>\n<ul class="held">\n${lines.map((line) => markup`<li><bdi>${line}</bdi></li>\n`)}</ul>\n<dl>\n${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>\n`)}</dl>\n<p class="quiet">You are <bdi>${visibleLine(actor)}</bdi>${actor === subject ? '' : markup`, acting for <bdi>${visibleLine(subject)}</bdi>`}. What you approve is carried out exactly as it is shown here.</p>\n<form method="post">\n${Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}\n<p><label>Note for the agent<br><textarea name="note" rows="2" maxlength="${String(longestNote)}"></textarea></label></p>\n<div class="choices">\n<button type="submit" name="decision" value="reject">Reject</button>\n<button type="submit" name="decision" value="approve" class="main">Approve</button>\n</div>\n</form>`,
  });
}

/** The page on which an approval ends. */
export function sendDecidedPage(ctx: Context, title: string, message: string): void {
  sendPage(ctx, { title, content: markup`<p>${message}</p>` });
}
