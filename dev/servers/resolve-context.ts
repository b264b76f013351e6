/** The context for finding, downloading and building. */
export type ResolveContext = {
  env: NodeJS.ProcessEnv;
  /** Receives progress, a line at a time. */
  log: (line: string) => void;
  /** Ends a download or a build. */
  signal?: AbortSignal | undefined;
};
