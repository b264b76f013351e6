import { openAsBlob } from 'node:fs';
import type { Recording } from './port.ts';

/** The file extension by which providers recognize the format of a recording. */
const extensions: Record<string, string> = {
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'audio/x-flac': 'flac',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * A recording to upload. It is read from its file while it is sent, so that a long one does not fill the memory. Its
 * name says only what format it is in: the client's own name of the file stays here.
 */
export async function recordingFile({ path, media_type }: Recording): Promise<File> {
  const content = await openAsBlob(path, { type: media_type });
  return new File([content], `audio.${extensions[media_type] ?? 'bin'}`, { type: media_type });
}
