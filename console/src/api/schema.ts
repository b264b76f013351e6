/** The types of the API, which `npm run openapi` generates from its description. */
import type { components, operations, paths } from '../../../examples/typescript-client/heddle.ts';

export type { operations, paths };

/** A resource by its name in the API's description, as in `Schema<'Run'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Run = Schema<'Run'>;
export type Trace = Schema<'Trace'>;
export type Turn = Schema<'Turn'>;
export type ToolCall = Schema<'ToolCall'>;
export type Thread = Schema<'Thread'>;
export type Message = Schema<'Message'>;
/** An event. Without `parent`, which is always null: the client's types leave such fields out. */
export type ThreadEvent = Omit<Schema<'Event'>, 'parent'>;
export type Agent = Schema<'Agent'>;
export type Patch = Schema<'Patch'>;
export type PendingConfirmation = Schema<'PendingConfirmation'>;
export type PendingAction = Schema<'PendingAction'>;
export type PendingElicitation = Schema<'PendingElicitation'>;
export type Approval = Schema<'Approval'>;
