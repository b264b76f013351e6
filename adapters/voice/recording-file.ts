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
  'audio/vnd.wave': 'wav',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'audio/x-flac': 'flac',
  'audio/x-m4a': 'm4a',
  'audio/x-wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * The file that stands for a recording in a form of an SDK. It is empty: the call puts the content in its place. Its
 * name says only what format it is in: the client's own name of the file stays here.
 */
export function recordingFile({ media_type }: Recording): File {
  return new File([], `audio.${extensions[media_type] ?? 'bin'}`, { type: media_type });
}
