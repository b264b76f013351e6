/** A process ends before its work is done. The thrower has logged the reason. */
export class EndsEarly extends Error {
  override name = 'EndsEarly';
}
