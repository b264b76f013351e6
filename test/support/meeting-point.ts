/** Where requests wait for each other, so that none has a head start. At first it is open to all. */
export class MeetingPoint {
  #missing = 0;
  #complete = Promise.withResolvers<void>();

  /** From now on arrivals wait, until there are so many of them. */
  expect(count: number): void {
    this.#missing = count;
    this.#complete = Promise.withResolvers();
  }

  /** Resolves once all that are expected have arrived. */
  async arrive(): Promise<void> {
    if (this.#missing === 0) return;
    this.#missing -= 1;
    if (this.#missing === 0) this.#complete.resolve();
    await this.#complete.promise;
  }
}
