"""Recognizes English speech with Moonshine, offline.

Reads mono samples at 16 kHz (32-bit float) from standard input, and prints one JSON object: {"text", "seconds"}.
With --check it only tells whether it could. Exit code 3: a package or its model is missing. 4: too long.
"""

import json
import os
import sys
import threading
import time

RATE = 16_000
LONGEST_SECONDS = 300
# The detection of speech misses words at the very beginning and end of a recording.
PAUSE = bytes(4 * RATE // 2)
MISSING, TOO_LONG = 3, 4


def end_with(parent):
    """Nobody kills this process after its time if the process that started it was killed."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def load():
    from moonshine_voice.moonshine_api import ModelArch
    from moonshine_voice.transcriber import Transcriber
    from moonshine_voice.utils import get_model_path

    model = get_model_path("tiny-en")
    if not os.path.exists(os.path.join(model, "encoder_model.ort")):
        raise ImportError("this version of moonshine-voice does not contain the model")
    return lambda: Transcriber(
        model_path=str(model), model_arch=ModelArch.TINY, options={"return_audio_data": "false"}
    )


def main():
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    try:
        create = load()
    except (ImportError, OSError):
        return MISSING
    if "--check" in sys.argv:
        return 0
    samples = sys.stdin.buffer.read((LONGEST_SECONDS + 1) * RATE * 4)
    seconds = len(samples) / 4 / RATE
    if seconds > LONGEST_SECONDS:
        return TOO_LONG
    text = ""
    if samples:
        padded = memoryview(PAUSE + samples[: len(samples) // 4 * 4] + PAUSE).cast("f")
        transcript = create().transcribe_without_streaming(padded, RATE)
        text = " ".join(line.text.strip() for line in transcript.lines).strip()
    print(json.dumps({"text": text, "seconds": seconds}))
    return 0


sys.exit(main())
