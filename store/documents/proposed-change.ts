import type {
  ChangeActor,
  ChangeKind,
  ChangeOperation,
  ChangeState,
  ChangeTarget,
} from '#contract/change.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { ApiKeyDocument } from './api-key.ts';
import type { SealedAuth, SealedHeaders } from './connection.ts';
import type { ConsoleSignInDocument } from './console-sign-in.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import type { PasskeyDocument } from './passkey.ts';
import type { SigningKeyDocument } from './signing-key.ts';
import type { WebhookEndpointDocument, WebhookSecretDocument } from './webhook-endpoint.ts';

/**
 * Secrets of a change that nobody is shown: those of a connection, encrypted at the place where the connection will
 * have them.
 */
export interface SealedSecrets {
  auth?: SealedAuth;
  headers?: SealedHeaders;
  /** A credential as it will be stored, whose secret is hashed or encrypted. */
  api_key?: ApiKeyDocument;
  signing_key?: SigningKeyDocument;
  passkey?: PasskeyDocument;
  sign_in?: ConsoleSignInDocument;
  /** A payee as Identify has resolved it. */
  payee?: PayeeDocument;
  webhook_endpoint?: WebhookEndpointDocument;
  webhook_secret?: WebhookSecretDocument;
}

/** A change of the configuration that somebody proposed, for somebody else to decide on. */
export interface ProposedChangeDocument {
  _id: string;
  workspace_id: string;
  kind: ChangeKind;
  operation: ChangeOperation;
  target: ChangeTarget;
  /** The request body, without secrets. */
  body: JsonText;
  /** The body's name in the workspace's blind index. Absent if it has secrets, which are never compared. */
  body_name?: string;
  /** Until somebody has decided. */
  sealed?: SealedSecrets;
  /** The version of the target that it is based on; null if there was none. */
  base: string | null;
  state: ChangeState;
  proposed: ChangeActor;
  decided?: ChangeActor & { at: Date; reason?: string };
  result?: ChangeTarget;
}
