import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Recording, Speech, Transcript, Utterance } from '#adapters/voice/port.ts';
import { Speeches } from '#api/resources/voice/speeches.ts';
import { createApi } from '#process/composition/create-api.ts';
import { createServices } from '#process/composition/create-services.ts';
import { apiDatabaseSettings } from '#process/config/settings.ts';
import { openProcess } from '#process/start/open-process.ts';
import { HeldAudio, MemoryVoice } from './memory-voice.ts';

/** An API process with a voice provider in memory, whose leases are short. Started by {@link startVoiceProcess}. */
class ProcessVoice extends MemoryVoice {
  /** Reads nothing, so that the memory of the process is that of the uploads. */
  override async transcribe({ path }: Recording): Promise<Transcript> {
    return { text: String((await stat(path)).size) };
  }

  override async speak(utterance: Utterance): Promise<Speech> {
    const hangs = process.env['SPEECH'] === 'hangs';
    const held = new HeldAudio();
    held.send(Buffer.from(hangs ? 'begun' : utterance.text));
    if (!hangs) held.end();
    return await Promise.resolve({ content_type: 'audio/mpeg', audio: held.audio() });
  }
}

const opened = await openProcess('api', apiDatabaseSettings);
const services = await createServices(opened);
const { db, keyring, log } = services;
const speeches = new Speeches({ db, keyring, log, leaseMs: 1500 });
const { server } = await createApi(
  services,
  { voice: new ProcessVoice(), leaving: opened.stopping, stopping: opened.stopping },
  { speeches },
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.send?.({ port: (server.address() as AddressInfo).port });
