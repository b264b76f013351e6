import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readyTimeoutMs } from '../support/patience.ts';

const root = join(import.meta.dirname, '../..');
const local = { preferLocal: true, localDir: root };
/** The peer dependencies of a page in React. */
const peers = [
  'react',
  'react-dom',
  'ai',
  '@ai-sdk/react',
  '@types/react',
  '@types/react-dom',
  '@types/node',
];
let directory: string;
let project: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-react-'));
  project = join(directory, 'project');
  await execa('npm', ['pack', '--pack-destination', directory], {
    cwd: join(root, 'clients/react'),
    ...local,
  });
  const [archive = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
  await cp(join(root, 'test/support/clients/page.tsx'), join(project, 'page.tsx'));
  await writeFile(join(project, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  const quiet = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await execa('npm', ['install', ...quiet, join(directory, archive)], { cwd: project });
  for (const peer of peers) {
    const place = join(project, 'node_modules', peer);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(root, 'node_modules', peer), place);
  }
}, readyTimeoutMs);
afterAll(async () => await rm(directory, { recursive: true, force: true }));

it(
  '[chat.react.package] the packed package compiles in an empty project, and its parts are rendered on a server',
  async () => {
    const options = [
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--jsx',
      'react-jsx',
      '--types',
      'node',
    ];
    await execa('tsc', [...options, 'page.tsx'], { cwd: project, ...local });
    const { stdout } = await execa(process.execPath, ['page.js'], { cwd: project });
    const { page } = JSON.parse(stdout) as { page: string };
    for (const text of ['Loading the conversation…', 'Which account?', 'Giro', 'Pay 5 EUR', 'B[U+202E]o'])
      expect(page).toContain(text);
  },
  readyTimeoutMs,
);

it('[chat.react.package] the module has less than 10.5 kB, and the styles less than 2 kB', async () => {
  const installed = join(project, 'node_modules/@heddle/react');
  const sizeOf = async (file: string) => gzipSync(await readFile(join(installed, file))).length;
  expect(await sizeOf('dist/index.js')).toBeLessThan(10_500);
  expect(await sizeOf('dist/styles.css')).toBeLessThan(2000);
  const { dependencies = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies?: object;
  };
  expect(dependencies).toEqual({});
});
