import { outcomeUnknown } from '#contract/in-doubt.ts';

const inDoubt =
  'The host may have acted on it. Check there, or ask its operator, before you request it again: the `Idempotency-Key` of the call is in its request below.';

/** Advice about a failed call, by error code. */
const advice: Record<string, string> = {
  no_connection:
    'Publish the agent with the name of its connection, or delete the connections that it does not need.',
  host_error: 'The answer of the host is in the result below. Correct the cause, and ask again.',
  rpc_error: 'The answer of the server is in the result below. Correct the cause, and ask again.',
  redirect:
    "Correct the address of the connection: it must be the host's own, because redirects are not followed.",
  invalid_url: 'Correct the address of the connection, or the path of the patch.',
  invalid_request: 'Correct the headers of the connection, or the request of the patch.',
  unreachable: 'Check that the host runs, and that its name is right in the connection. Then ask again.',
  refused:
    'Nothing listens at the address of the connection. Start the host, or correct the address, and ask again.',
  blocked_address: 'The operator of the deployment has to allow calls to this address.',
  header_conflict: 'Take the header from the connection, or from the request of the patch.',
  tool_changed: 'Import the tools of the server again, and publish the agent with the new version.',
  digest_mismatch:
    'The stored call is not the one that was approved. Find out who changed the database, and ask again.',
  input_required: 'The server asks for input, which agents cannot give. Use another tool.',
  invalid_args:
    'The model received this error. If this keeps happening, describe the arguments better in the patch.',
  invalid_arguments:
    'The model received this error. If this keeps happening, describe the arguments better in the patch.',
  denied: 'Publish the agent with this patch, if it is to use it.',
  denied_by_policy: 'The approval policy denies it. A maintainer of the policy can change that.',
  rejected_before:
    'A person rejected the same call, and the user has not written since. It is held again after the user has asked for it.',
  too_many_calls: 'The model asked for more calls than one turn may have, and received this error.',
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
