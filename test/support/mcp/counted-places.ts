import { HeldPlaces, type Holder } from '#api/limits/held-places.ts';

/** Places that count how many were taken: a call that has one waits, or will. */
export class CountedPlaces extends HeldPlaces {
  taken = 0;

  override take(holder: Holder): () => void {
    const leave = super.take(holder);
    this.taken += 1;
    return leave;
  }
}
