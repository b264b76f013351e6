import { audioFormat } from './audio-formats.ts';
import type { Recording } from './port.ts';

/**
 * The file that stands for a recording in a form of an SDK. It is empty: the call puts the content in its place. Its
 * name says only what format it is in: the client's own name of the file stays here.
 */
export function recordingFile({ media_type }: Recording): File {
  const extension = audioFormat(media_type)?.extension ?? 'bin';
  return new File([], `audio.${extension}`, { type: media_type });
}
