import { ServiceError } from '#contract/errors.ts';
import { HeldPlaces, type Holder, type MostHeld, retryAfterSeconds } from '../limits/held-places.ts';
import { UploadDirectory } from './upload-directory.ts';
import { defaultPace, type UploadPace } from './upload-pace.ts';

/** In one process, so that one workspace cannot take all places. */
const mostUploads: MostHeld = { subject: 16, workspace: 32, address: 32 };
/** In one process: they need at most 1.6 GB of disk. */
const mostInProcess = 64;

/** The uploads of one process: where they are written, how fast they must arrive, and how many there may be. */
export class Uploads {
  readonly directory: UploadDirectory;
  readonly pace: UploadPace;
  readonly #places = new HeldPlaces('uploads', mostUploads);
  #count = 0;

  constructor({ directory = new UploadDirectory(), pace = defaultPace } = {}) {
    this.directory = directory;
    this.pace = pace;
  }

  /**
   * Takes a place for an upload.
   * @returns a function to call once, when the upload is removed
   * @throws {ServiceError} `rate_limited` if its subject, workspace or address has as many as it may,
   *   `temporarily_unavailable` if the process has
   */
  take(holder: Holder): () => void {
    if (this.#count >= mostInProcess) {
      const message = 'The service is receiving as many uploads as it can; try again.';
      throw new ServiceError('temporarily_unavailable', message, { retryAfterSeconds });
    }
    const leave = this.#places.take(holder);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      leave();
    };
  }
}
