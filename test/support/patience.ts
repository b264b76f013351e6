/** The limits of tests that start whole stacks and kill parts of them. */
export const patience = { testTimeout: 300_000, hookTimeout: 300_000 };
