/** A log. Fields hold ids and errors, never content. */
export interface Log {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

/** The log of a process. */
export interface ProcessLog extends Log {
  debug: (fields: object, message: string) => void;
  /** A log whose lines have these fields too. */
  child: (fields: Record<string, unknown>) => ProcessLog;
}
