import type { Requirement } from './requirement.ts';

/** The inbox of what waits for people, and the web console. */
export const consoleArea = [
  {
    id: 'inbox.item',
    behaviour:
      'GET /v1/loom/approvals lists {kind, run_id, thread_id, subject_ref, agent, tool_call_id, patch_ref, summary?, args?, prompt?, risk?, created_at, expires_at} of every run that waits for a person.',
  },
  {
    id: 'inbox.oldest-first',
    behaviour:
      'What has waited longest comes first, in pages that neither repeat nor omit what waits throughout.',
  },
  {
    id: 'inbox.filters',
    behaviour: 'kind, patch, risk, agent_id and subject select what waits.',
  },
  {
    id: 'inbox.scope',
    behaviour:
      'A subject sees only what waits in its own runs, and a workspace without a subject all that waits in it.',
  },
  {
    id: 'inbox.same-moment',
    behaviour:
      'What is listed shows the call that a decision is accepted for at that moment, and leaves with it.',
  },
  {
    id: 'inbox.runs-pending',
    behaviour:
      'A run that waits for a person carries pending in the shape of the inbox; any other run has none.',
  },
  {
    id: 'pause.visible-expiry',
    behaviour: 'Every pending_* and the event that announces it carry created_at and expires_at.',
  },
] as const satisfies readonly Requirement[];
