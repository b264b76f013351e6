import { ConfirmCall } from '#contract/mcp-tools.ts';
import { decideCall } from '../../resources/runs/decide-call.ts';
import { listedSchema } from '../listed-schema.ts';
import { once } from '../once.ts';
import { tool } from '../tool.ts';

/** Approves or rejects a held write (mcp.server.write-tools). */
export const confirm = tool({
  name: 'confirm',
  title: 'Approve or reject',
  description:
    "Passes on the user's decision on a write that is held for approval, and waits for what follows. Show the user what is held and ask. Never decide for the user. An approved write is carried out exactly as shown.",
  args: ConfirmCall,
  inputSchema: listedSchema(ConfirmCall, 'input'),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  fieldErrors: { decision: 'invalid_decision' },
  // The caller of a tool is a model. It may pass a rejection on, and no approval past a user who can be asked.
  decidedOnPage: ({ run_id, decision }) => (decision === 'approve' ? run_id : undefined),
  async perform(call, args, key) {
    const { run_id, ...decision } = args;
    return await once(
      call,
      { tool: 'confirm', args, key },
      async ({ id }) => await decideCall(call.services, call.caller, run_id, decision, { requestId: id }),
    );
  },
});
