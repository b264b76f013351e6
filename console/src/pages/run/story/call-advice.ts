import { outcomeUnknown } from '#contract/in-doubt.ts';

const inDoubt =
  'The host may have acted on it. Look there, or ask its operator, before you have it done again: the `Idempotency-Key` of the call is in its request below.';

/** Advice about a failed call, by error code. */
const advice: Record<string, string> = {
  no_connection:
    'Publish the agent with the name of its connection, or delete the connections that it does not need.',
  host_error: 'The answer of the host is in the result below. Correct what it complains of, and ask again.',
  rpc_error: 'The answer of the server is in the result below. Correct what it complains of, and ask again.',
  redirect:
    "Correct the address of the connection: it must be the host's own, because redirects are not followed.",
  invalid_url: 'Correct the address of the connection, or the path of the patch.',
  invalid_request: 'Correct the headers of the connection, or the request of the patch.',
  unreachable: 'Check that the host runs, and that its name is right in the connection. Then ask again.',
  refused:
    'Nothing listens at the address of the connection. Start the host, or correct the address, and ask again.',
  blocked_address: 'Whoever operates the deployment has to allow calls to this address.',
  header_conflict: 'Take the header from the connection, or from the request of the patch.',
  tool_changed: 'Import the tools of the server again, and publish the agent with the new version.',
  digest_mismatch:
    'What is stored of the call is not what was approved. Find out who has changed the database, and ask again.',
  input_required: 'The server wants to ask something, which agents cannot answer. Use another tool.',
  invalid_args: 'The model was told. If this keeps happening, describe the arguments better in the patch.',
  invalid_arguments:
    'The model was told. If this keeps happening, describe the arguments better in the patch.',
  denied: 'Publish the agent with this patch, if it is to use it.',
  denied_by_policy: 'The approval policy does not allow it. Whoever looks after the policy can change it.',
  rejected_before:
    'A person rejected the same call, and the user has not written since. It is held again once the user has asked for it.',
  too_many_calls: 'The model asked for more calls at once than a turn may have. It was told.',
  credit_limit: "Raise the agent's limit of credits, or the budget that was reached.",
  insufficient_credits: 'Add credits to the workspace.',
  expired: 'Nobody decided in time. Ask again, and decide before it expires.',
  cancelled: 'The run was cancelled before the call was made. Ask again if it is still wanted.',
  model_error: "The model's provider failed. Ask again.",
};

/** Advice about a failed call, or undefined if only its message helps. */
export function adviceOnCall(code: string): string | undefined {
  return code === outcomeUnknown ? inDoubt : advice[code];
}
