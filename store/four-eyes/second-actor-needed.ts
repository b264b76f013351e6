/** A change would have taken effect, and needs a second actor first. Nothing is stored. */
export class SecondActorNeeded extends Error {
  override name = 'SecondActorNeeded';

  constructor() {
    super('the change has to be proposed');
  }
}
