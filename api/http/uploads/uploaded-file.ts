import { z } from 'zod';
import type { UploadedFile } from './read-multipart.ts';

/** The schema of a file in a multipart body. In the reference it is binary. */
export function uploadedFile(description: string) {
  return z
    .custom<UploadedFile>((value) => value !== undefined, 'is required')
    .meta({ description, override: { type: 'string', format: 'binary' } });
}
