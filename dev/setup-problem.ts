/**
 * Something about the machine or the settings that its owner can put right: the message is one sentence that says how,
 * and is shown without a stack trace.
 */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}
