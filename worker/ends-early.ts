/** A process ends before its work is done. Whoever throws this has logged why. */
export class EndsEarly extends Error {
  override name = 'EndsEarly';
}
