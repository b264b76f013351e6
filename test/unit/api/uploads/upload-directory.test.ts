import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { UploadDirectory } from '#api/http/uploads/upload-directory.ts';

let parent: string;
let directory: UploadDirectory;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'heddle-directory-test-'));
  directory = new UploadDirectory(parent);
  return async () => await rm(parent, { recursive: true, force: true });
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it('[voice.upload.removed] files and their directory are for this user only, and gone when it is closed', async () => {
  const file = await directory.newFile();
  await file.write(Buffer.from('abc'));
  await file.close();
  expect([await modeOf(file.path), await modeOf(dirname(file.path))]).toEqual(['600', '700']);
  expect((await stat(file.path)).size).toBe(3);
  await directory.close();
  expect(await readdir(parent)).toEqual([]);
});

it('a directory that something removed is created again', async () => {
  const first = await directory.newFile();
  await first.close();
  await rm(dirname(first.path), { recursive: true });
  const second = await directory.newFile();
  await second.close();
  expect(await readdir(dirname(second.path))).toHaveLength(1);
});

it('[voice.upload.removed] what dead processes left is removed, and what living ones use is not', async () => {
  const file = await directory.newFile();
  await file.close();
  const used = (await readdir(parent))[0];
  const dead = 2 ** 22 + 1;
  const longAgo = new Date(performance.timeOrigin - 2 * 60 * 60 * 1000);
  const made = async (name: string, at = new Date()) => {
    await mkdir(join(parent, name));
    await utimes(join(parent, name), at, at);
    return name;
  };
  await made(`heddle-uploads-${hostname()}-${dead}-abcdef`);
  // The process before this one in the same container.
  await made(`heddle-uploads-${hostname()}-${process.pid}-abcdef`, longAgo);
  await made('heddle-uploads-other-host-1-abcdef', longAgo);
  const stays = [
    await made(`heddle-uploads-${hostname()}-${process.ppid}-abcdef`, longAgo),
    await made('heddle-uploads-other-host-1-ghijkl'),
    await made('heddle-unrelated-1-abcdef', longAgo),
  ];
  await directory.removeLeftovers();
  expect(new Set(await readdir(parent))).toEqual(new Set([...stays, used]));
});
