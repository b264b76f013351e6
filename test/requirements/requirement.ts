/** The shape of one requirement; the data files beside this one hold them by area. */

/** A heading of `service.md`. */
type ServiceSection =
  | 'What the service does'
  | 'Envelope and conventions'
  | 'Identifier formats'
  | 'Thread'
  | 'Message'
  | 'Run'
  | 'Tool call'
  | 'Outcome'
  | 'Confirmation'
  | 'Voice records'
  | 'MCP grant'
  | 'Identify result'
  | 'Run states'
  | 'Tool call status'
  | 'Other'
  | 'Cross-cutting rules'
  | 'Loom threads'
  | 'Loom runs'
  | 'Realtime'
  | 'Voice'
  | 'MCP grants'
  | 'Identify'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'Versioning';

/**
 * Where a rule stands: a heading of the service specification, a numbered section of the contract, or one of the
 * eight invariants of the design.
 */
export type Source =
  | `service.md ${ServiceSection}`
  | `contract.md ${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `invariant ${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/** The work items that build the service: 8 is extract and voice, 9 is MCP, 12 the rules of a run under every fault, 13 production. */
export type Issue = 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12 | 13;

/** One testable rule. */
export interface Requirement {
  /** Lower-case, dotted, area first, semantic and permanent: tests cite it. */
  readonly id: string;
  /** Where the rule stands; several when it stands in several places. */
  readonly source: Source | readonly Source[];
  /** The work item that builds it. */
  readonly issue: Issue;
  /** What holds, in one line. */
  readonly behaviour: string;
}
