import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { copyContext } from './build-context.ts';
import { readDockerfile } from './dockerfile.ts';

/** The result of `docker build` for the repository, as a folder. */
export interface Image {
  /** The folder that stands for WORKDIR. */
  directory: string;
  /** The variables of ENV, and a PATH with the Node that runs this. */
  env: Record<string, string | undefined>;
  /** The command of CMD. */
  command: string[];
}

/** These concern the base image: its packages, users, ports and its own folders. */
const ofTheBaseImage = /^(USER|EXPOSE|WORKDIR) |^RUN (apt-get|install --directory --owner node) /;
/** The folder that WORKDIR names in every stage. */
const workdir = '/app/';
/** Variables by which npm names the outer project; the image must not use them. */
const ofTheOuterNpm = /^(npm_(package|lifecycle|config_local_prefix|config_node_gyp)|INIT_CWD$|NODE_ENV$)/i;

/** Installs packages: all, or those that production needs. */
const installation = /^npm ci (--omit=dev|--ignore-scripts)$/;

/**
 * Performs the steps of the Dockerfile without Docker. Packages are those that are installed in the repository, which
 * the tests run in.
 * @param target an empty folder
 * @throws when a step fails or is of a kind that this does not know
 */
export async function buildImage(root: string, target: string): Promise<Image> {
  const context = join(target, 'context');
  copyContext(root, context);
  const stage = (name: string): string => join(target, `stage-${name}`);
  const ofNode = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  let directory = '';
  let env: Image['env'] = ofNode;
  let command: string[] = [];
  for (const { keyword, argument } of readDockerfile(join(root, 'Dockerfile'))) {
    if (ofTheBaseImage.test(`${keyword} ${argument}`)) continue;
    if (keyword === 'FROM') {
      directory = stage(/ AS (\S+)$/.exec(argument)?.[1] ?? 'last');
      mkdirSync(directory);
      env = { ...ofNode };
    } else if (keyword === 'ENV') {
      const [name = '', value] = argument.split('=');
      env[name] = value?.startsWith(workdir) ? join(directory, value.slice(workdir.length)) : value;
    } else if (keyword === 'COPY') {
      const [, other, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(argument) ?? [];
      const [to = '', ...from] = paths.split(' ').toReversed();
      for (const path of from) {
        const source =
          other === undefined ? join(context, path) : join(stage(other), path.slice(workdir.length));
        // The contents of a folder are copied.
        const into = statSync(source).isDirectory() ? to : join(to, basename(path));
        cpSync(source, join(directory, into), { recursive: true });
      }
    } else if (keyword === 'RUN' && installation.test(argument)) {
      linkInstalled(root, directory, { dev: !argument.includes('--omit=dev') });
    } else if (keyword === 'RUN') {
      await execa('/bin/sh', ['-c', argument], {
        cwd: directory,
        env: { ...outerEnvironment(), ...env },
        extendEnv: false,
      });
    } else if (keyword === 'CMD') {
      command = JSON.parse(argument) as string[];
    } else {
      throw new Error(`this does not know how to perform ${keyword} ${argument}`);
    }
  }
  return { directory, env, command };
}

/**
 * Gives a stage the packages that are installed in the repository: those that its list names at the top, which see their
 * own dependencies where they are.
 * @throws if `npm ci` could not install them in the stage, because it lacks the same list of packages
 */
function linkInstalled(root: string, directory: string, { dev }: { dev: boolean }): void {
  for (const list of ['package.json', 'package-lock.json']) {
    if (!readFileSync(join(directory, list)).equals(readFileSync(join(root, list)))) {
      throw new Error(`the stage has another ${list} than the repository`);
    }
  }
  const { packages } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [path, listed] of Object.entries(packages)) {
    if (path.lastIndexOf('node_modules/') !== 0 || !existsSync(join(root, path))) continue;
    if (!dev && (listed.dev === true || listed.devOptional === true)) continue;
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    symlinkSync(realpathSync(join(root, path)), join(directory, path));
  }
}

function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheOuterNpm.test(name)));
}
