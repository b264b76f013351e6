/** What both servers are started with. */
export type ServerOptions = {
  /** A free one when it is left out. */
  port?: number;
  /** Gets what the server prints. */
  logFile: string;
  /** Gets where the server was taken from, and how a download or a build goes on, a line at a time. */
  log: (line: string) => void;
  /** PATH, the cache directory, and what builds need; the process's own when it is left out. */
  env?: NodeJS.ProcessEnv;
  /** Gives up starting; a started server is stopped with `stop()`. */
  signal?: AbortSignal;
};
