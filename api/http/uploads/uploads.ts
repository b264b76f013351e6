import { ServiceError } from '#contract/errors.ts';
import {
  ConcurrencyLimiter,
  type Holder,
  type MostHeld,
  retryAfterSeconds,
} from '../limits/concurrency-limiter.ts';
import { UploadDirectory } from './upload-directory.ts';
import { defaultPace, type UploadPace } from './upload-pace.ts';

/** In one process: they need at most 1.6 GB of disk. */
const mostInProcess = 64;
/** So that one workspace cannot take all places. A backend that relays for its users has one address. */
const mostUploads: MostHeld = { subject: 16, workspace: 32, address: mostInProcess };

/** The uploads of one process: where they are written, how fast they must arrive, and how many there may be. */
export class Uploads {
  readonly directory: UploadDirectory;
  readonly pace: UploadPace;
  readonly #places = new ConcurrencyLimiter('uploads', mostUploads);
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
    const leave = this.#places.admit(holder);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      leave();
    };
  }
}
