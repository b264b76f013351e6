/** A value of an attribute. Never content: ids, codes, counts, and names that a workspace has published. */
export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;

/** Something that happened at one moment of a span. */
export interface DescribedEvent {
  name: string;
  at: Date;
  attributes: Attributes;
}

/** A span of another trace. */
export interface LinkedSpan {
  traceId: string;
  spanId: string;
  /** The flags of its trace context. */
  traceFlags: number;
}

/** A span of a run, as it is to be recorded. */
export interface DescribedSpan {
  /** 16 hex characters, derived from the span's subject: the same step always has the same span. */
  id: string;
  name: string;
  /** `client`: it waits for another service. */
  kind: 'internal' | 'client';
  start: Date;
  end: Date;
  attributes: Attributes;
  /** The stable code of what went wrong. Absent: nothing. */
  error?: string;
  events: DescribedEvent[];
  /** Default: none. */
  links?: LinkedSpan[];
}

/** The spans of one step of a run. */
export interface StepSpans {
  /** 32 hex characters. */
  traceId: string;
  /** The span of the whole run. It has ended if the step has ended the run. */
  root: DescribedSpan;
  hasEnded: boolean;
  /** The spans that have ended with this step, all children of the root. */
  spans: DescribedSpan[];
}
