import type { Log } from '#engine/ports/log.ts';

/** A line of the log of a process. */
export interface LoggedLine {
  level: 'INFO' | 'WARN' | 'ERROR';
  message: string;
}

/** Collects what is logged for operators. */
export function collectingLog(lines: LoggedLine[]): Log {
  const to = (level: LoggedLine['level']) => (_: object, message: string) =>
    void lines.push({ level, message });
  return { info: to('INFO'), warn: to('WARN'), error: to('ERROR') };
}
