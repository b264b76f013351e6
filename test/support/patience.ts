/** How long a process may take to be ready that starts beside many others, on one core. */
export const readyTimeoutMs = 240_000;

/** How long any other step may take there: as long as a test. */
export const waitMs = 300_000;

/** The limits of tests that start whole stacks and kill parts of them. */
export const patience = { testTimeout: waitMs, hookTimeout: waitMs };
