/** The programs of `local`, by name or path. */
export interface Programs {
  espeak: string;
  ffmpeg: string;
  /** A Python with the packages of requirements.txt. */
  python: string;
}
