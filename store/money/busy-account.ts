/** Others kept writing a workspace's account first: as if the database were busy, the same may work later. */
export class BusyAccountError extends Error {
  override name = 'BusyAccountError';

  constructor() {
    super('others kept booking first');
  }
}
