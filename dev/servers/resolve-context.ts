/** What finding, downloading and building need of their surroundings. */
export type ResolveContext = {
  env: NodeJS.ProcessEnv;
  /** Gets what happens, a line at a time. */
  log: (line: string) => void;
  /** Ends a download or a build. */
  signal?: AbortSignal | undefined;
};
