/**
 * A problem of the machine or the settings that the user can fix. The message is one sentence that says how, and is
 * shown without a stack trace.
 */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}
