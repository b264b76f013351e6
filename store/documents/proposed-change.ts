import type {
  ChangeActor,
  ChangeKind,
  ChangeOperation,
  ChangeState,
  ChangeTarget,
} from '#contract/change.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { SealedAuth, SealedHeaders } from './connection.ts';

/** Secrets of a connection, encrypted in the place where the connection will have them. */
export interface SealedSecrets {
  auth?: SealedAuth;
  headers?: SealedHeaders;
}

/** A change of the configuration that somebody proposed, for somebody else to decide on. */
export interface ProposedChangeDocument {
  _id: string;
  workspace_id: string;
  kind: ChangeKind;
  operation: ChangeOperation;
  target: ChangeTarget;
  /** What was asked for, without secrets. */
  body: JsonText;
  /** SHA-256 of the body. Absent if it has secrets, which are never compared. */
  body_hash?: string;
  /** Until somebody has decided. */
  sealed?: SealedSecrets;
  /** The version of the target that it is based on; null if there was none. */
  base: string | null;
  state: ChangeState;
  proposed: ChangeActor;
  decided?: ChangeActor & { at: Date; reason?: string };
  result?: ChangeTarget;
}
