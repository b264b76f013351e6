/** The types of the API: those of the official client. */
import type { Approval as ApprovalOfKind, Event } from '#heddle-client/schema/types.gen.ts';

export type * from '#heddle-client/schema/types.gen.ts';

/** An event, whose data is parsed where it is shown. Without `parent`, which is always null. */
export type ThreadEvent = Omit<Event, 'parent' | 'data'> & { data?: Record<string, unknown> };

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key extends PropertyKey> = Union extends { [key in Key]?: infer Value } ? Value : never;

/** An item of any kind, of which what only some kinds have may be missing. */
export type Approval = Pick<ApprovalOfKind, keyof ApprovalOfKind> & {
  [Key in Exclude<KeyOf<ApprovalOfKind>, keyof ApprovalOfKind>]?: ValueOf<ApprovalOfKind, Key>;
};
