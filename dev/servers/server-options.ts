/** Options of both servers. */
export type ServerOptions = {
  /** Default: a free one. */
  port?: number;
  /** Receives the server's output. */
  logFile: string;
  /** Receives the origin of the server, and the progress of a download or a build, a line at a time. */
  log: (line: string) => void;
  /** PATH, the cache directory, and what builds need. Default: that of the process. */
  env?: NodeJS.ProcessEnv;
  /** Cancels the start. A started server is stopped with `stop()`. */
  signal?: AbortSignal;
};
