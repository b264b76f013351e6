/** A format of recordings. */
export interface AudioFormat {
  /** The file extension by which providers recognize it. */
  extension: string;
  /** How ffmpeg calls it. */
  demuxer: string;
}

const aac = { extension: 'aac', demuxer: 'aac' };
const aiff = { extension: 'aiff', demuxer: 'aiff' };
const amr = { extension: 'amr', demuxer: 'amr' };
const flac = { extension: 'flac', demuxer: 'flac' };
const m4a = { extension: 'm4a', demuxer: 'mov' };
const matroska = { extension: 'mkv', demuxer: 'matroska' };
const mp3 = { extension: 'mp3', demuxer: 'mp3' };
const mp4 = { extension: 'mp4', demuxer: 'mov' };
const ogg = { extension: 'ogg', demuxer: 'ogg' };
const wav = { extension: 'wav', demuxer: 'wav' };
const webm = { extension: 'webm', demuxer: 'matroska' };

const formats: Record<string, AudioFormat> = {
  'application/ogg': ogg,
  'audio/aac': aac,
  'audio/aiff': aiff,
  'audio/amr': amr,
  'audio/flac': flac,
  'audio/matroska': matroska,
  'audio/mp4': m4a,
  'audio/mpeg': mp3,
  'audio/ogg': ogg,
  'audio/opus': ogg,
  'audio/vnd.wave': wav,
  'audio/wav': wav,
  'audio/webm': webm,
  'audio/x-flac': flac,
  'audio/x-m4a': m4a,
  'audio/x-wav': wav,
  'video/3gpp': mp4,
  'video/3gpp2': mp4,
  'video/matroska': matroska,
  'video/mp4': mp4,
  'video/ogg': ogg,
  'video/quicktime': mp4,
  'video/webm': webm,
  'video/x-matroska': matroska,
};

/** The format of a media type; undefined for one that is none of the usual ones. Parameters do not matter. */
export function audioFormat(mediaType: string): AudioFormat | undefined {
  const [essence = ''] = mediaType.split(';');
  return Object.hasOwn(formats, essence.trim()) ? formats[essence.trim()] : undefined;
}
