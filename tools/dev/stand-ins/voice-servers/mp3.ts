/** The frames of a tiny MP3, each 48 bytes of silence: what the stand-ins speak. */
export const mp3Frames: Uint8Array[] = Array.from({ length: 4 }, (_, index) => {
  const frame = new Uint8Array(48).fill(index);
  // MPEG 2, layer III, 8 kbit/s, 24 kHz, mono.
  frame.set([0xff, 0xf3, 0x14, 0xc0]);
  return frame;
});

export const mp3: Uint8Array = new Uint8Array(Buffer.concat(mp3Frames));
