import type { ErrorCode } from '#contract/errors.ts';

/** The catalogue of error codes: what each means to a client, and what the client can do. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_http: 'The request is not valid HTTP.',
  request_timeout: 'The request took too long to arrive.',
  headers_too_large: 'The headers are larger than 16 KiB.',
  invalid_json:
    'The body is missing, not JSON, not UTF-8, or incomplete, or an object in it names a member twice.',
  invalid_multipart: 'The body is missing, not multipart/form-data, or incomplete.',
  unauthorized: 'The credential is missing, unknown, expired or revoked.',
  insufficient_credits: 'The prepaid balance is empty, or a budget is spent.',
  forbidden:
    'The credential is valid, but not for this request: a session token where an API key is required, one for another subject, agent or connection, or a session of the console without the role that is needed.',
  workspace_suspended:
    'The operator of the service has suspended the workspace: all of its credentials are refused until it is resumed.',
  insufficient_scope:
    'The access token of an MCP client lacks a scope: `WWW-Authenticate` names those to ask for.',
  forbidden_approver:
    'The actor may not approve this: it proposed the change or is not named; or, for a call, it is the subject of the run where that is excluded, not in the group of the current stage, or known in a way that the gate does not accept. Rejecting is allowed.',
  invalid_assertion:
    'The response of the passkey does not verify: its signature, origin, relying party, user verification or counter, or the key is not the actor’s, or was revoked. Nothing was decided.',
  invalid_challenge:
    'The challenge is unknown, expired, used, of another actor, or for another decision or other items: ask for another one. Nothing was decided.',
  no_passkey: 'The actor has no passkey: enrol one first.',
  passkeys_unavailable:
    'The service is reached by an IP address, for which there are no passkeys: set `BASE_URL` to a domain, or `rp_id` in the settings of the workspace.',
  stale_change:
    'The proposed change is no longer possible, for example because its target has changed: `details` has the reason. Nothing has changed, and the change still waits.',
  change_decided: 'The change was approved or rejected before: `details` has its `state`.',
  stale_confirmation:
    'The held call differs from the one that the `digest` covers: read it again, and decide on that.',
  not_found: 'No resource of the caller has that id.',
  unknown_agent: 'No agent has that id.',
  method_not_allowed: 'The path exists under other methods: see `Allow`.',
  agent_archived: 'The agent is archived and accepts no new threads.',
  invalid_args: 'The new arguments do not fit the patch: nothing has changed, and the call stays held.',
  denied_by_policy:
    'The approval policy denies the new arguments: nothing has changed, and the call stays held.',
  limit_reached:
    'Others have used a limit of the approval policy while the call was held: `details` names the `limit`. The call stays held.',
  approver_group_in_use:
    'The newest version of an approval policy needs the group, or more members of it: `details` names the `policies`.',
  audit_log_changed:
    'The audit log, or the stored call, does not match what was sealed: nothing is signed. Verify the log.',
  encryption_key_removed:
    'The call was decided on under an encryption key that the deployment no longer has, and the receipt cannot be made without it. Nothing was changed: configure the key again, after the others.',
  call_not_executed:
    'No call of the run that has that id was sent and has ended: there is nothing to give a receipt for.',
  connection_name_taken: 'Another connection has that name.',
  idempotency_in_flight:
    'A request with this `Idempotency-Key` is in progress: try again after `Retry-After` seconds.',
  erasure_running:
    'The subject is being erased. Try again when the erasure is completed: `details` has its `erasure_id`.',
  last_api_key: 'A workspace keeps at least one API key.',
  payee_not_open: 'A payee that is trusted or blocked is not deleted: open it first.',
  rate_limited:
    'The rate limit of this minute is reached or, for a stream or a wait, too many are open or, for a message, 1,000 runs of its thread: try again after `Retry-After` seconds.',
  webhook_endpoint_limit: 'A workspace has at most 16 webhook endpoints.',
  webhook_endpoint_disabled: 'The webhook endpoint is disabled.',
  payload_too_large: 'The body is larger than 1 MiB, or a recording is larger than 25 MiB.',
  unsupported_media_type: 'The media type, charset or encoding of the body is not supported here.',
  invalid_request: 'A parameter or field is invalid: `details` is a list of `{path, message, code}`.',
  invalid_cursor: 'The cursor was not issued for this list and filter.',
  invalid_idempotency_key: '`Idempotency-Key` is empty, too long, or contains invalid characters.',
  idempotency_key_reuse: 'The `Idempotency-Key` was used before with another path, subject or body.',
  actor_required:
    'The request needs a person: one who proposes a change that needs two, or one who decides. Name them in `Service-Actor`.',
  subject_required: 'Name the acting subject in `Service-Subject`.',
  subject_mismatch: '`Service-Subject` and `subject_ref` name different subjects.',
  unknown_connection: 'The workspace has no connection with that id or name.',
  mcp_server_error:
    'The MCP server of the connection cannot be used: `details` contains a `code` and a `message`.',
  model_unavailable: 'The deployment has no model for that class.',
  awaiting_confirmation:
    'The run waits for a decision, not a message: `details` contains its `run_id` and `tool_call_id`.',
  unknown_confirmation: 'No held call has that id, or it is already decided.',
  not_awaiting_confirmation: 'The run is not held at a gate.',
  invalid_decision: '`decision` is neither `approve` nor `reject`.',
  unknown_action: 'No proposed action has that id.',
  not_awaiting_outcome: 'The run does not wait for an outcome.',
  invalid_state: '`state` is neither `occurred` nor `failed`.',
  extract_failed:
    'The model could not produce a result that is valid against the schema, in two turns, which are charged: `details` is a list of `{path, message, code}` about its last answer.',
  voice_invalid_audio:
    'The recording is empty, it is not audio that can be read, or it is longer than the provider takes: `details` has `longest_seconds` then.',
  voice_invalid_format: '`format` is neither `markdown` nor `plain`.',
  voice_empty_text: 'Nothing is left to speak after rendering.',
  identity_provider_error:
    'The identity provider of the workspace did not answer, or not validly. A retry is reasonable.',
  voice_provider_error: 'The voice provider failed. A retry is reasonable.',
  voice_unavailable: 'The deployment has no voice provider, or voice is switched off for the workspace.',
  realtime_restricted:
    'A session token that is restricted to a connection has no channel: follow the events of the thread instead.',
  realtime_unavailable: 'The deployment has no realtime provider: follow the thread or poll instead.',
  model_error:
    "The model's provider failed or took too long. Nothing is charged: try again after `Retry-After` seconds.",
  internal_error: 'An internal error. The log of the service has it under the `Request-Id`.',
  temporarily_unavailable: 'A part of the service does not respond: try again after `Retry-After` seconds.',
};
