// Starts the repository's commands on the Node version that the repository pins, whatever Node started this file. Plain
// JavaScript with no dependency: it must run on Node 20, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFlags } from './start/memory.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const marker = path.join(modules, '.balcao-lock');
const commands = readdirSync(path.join(root, 'scripts'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3));
const neededMajor = 24;

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

const lockText = () => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Returns whether somebody ran `npm ci` by hand: npm's own record of the installation then agrees with the lock file.
 */
function installedByHand(lock, withoutDev) {
  const record = path.join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {};
  return Object.entries(JSON.parse(lock).packages).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/') || wanted.link) return true;
    const found = installed[place];
    return found
      ? found.version === wanted.version
      : Boolean(wanted.optional || wanted.peer || (withoutDev && wanted.dev));
  });
}

/**
 * Returns an environment in which npm neither runs on a Node inside the folder it replaces, nor considers itself inside
 * a script.
 */
function environmentForNpm() {
  const environment = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^npm_(lifecycle|package|execpath|node_execpath|command)/i.test(name)) environment[name] = value;
  }
  environment.PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !path.resolve(folder).startsWith(modules))
    .join(path.delimiter);
  delete environment.NODE_ENV;
  return environment;
}

function npm(args) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, env: environmentForNpm(), stdio: ['inherit', 'inherit', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.on('error', (error) => {
      errors += error.message;
      resolve({ code: 1, errors });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, errors }));
  });
}

async function installIfNeeded() {
  const lock = lockText();
  const wanted = hashOf(lock);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  // A server installed with `npm ci --omit=dev` is complete.
  if (process.env.NODE_ENV === 'production' && installedByHand(lock, true)) return;
  if (!installedByHand(lock, false)) {
    console.log(`Installing dependencies (${existsSync(modules) ? 'they changed' : 'first time'}), about a minute…`);
    let result = await npm(['ci', '--include=dev', '--loglevel=error']);
    if (result.code !== 0 && /are in sync/.test(result.errors)) {
      // This also happens when the lock file was made on a registry without every platform's optional packages.
      console.log('package-lock.json is not complete: `npm install` keeps its versions and adds the missing ones…');
      result = await npm(['install', '--include=dev', '--loglevel=error']);
    }
    if (result.code !== 0) {
      fail(
        `${result.errors}\nThe dependencies could not be installed (network, proxy or disk space?): npm says why above.`,
      );
    }
  }
  writeFileSync(marker, hashOf(lockText()));
}

const isProgram = (file) => existsSync(file) && statSync(file).size > 1_000_000;

function findNode() {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const homes = [
    path.join(modules, 'node'),
    ...names.flatMap((name) => [path.join(modules, name), path.join(modules, 'node/node_modules', name)]),
  ];
  return homes.map((home) => path.join(home, 'bin/node')).find(isProgram);
}

/**
 * Returns the pinned Node. Where install scripts are disabled (`ignore-scripts`), the package's own script never
 * fetched it.
 */
function pinnedNode() {
  const found = findNode();
  if (found) return found;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  const home = path.join(modules, 'node');
  if (existsSync(path.join(home, 'installArchSpecificPackage.js'))) {
    console.log(`Fetching Node ${neededMajor} (install scripts are disabled here)…`);
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: home,
      env: environmentForNpm(),
      stdio: 'inherit',
    });
  }
  return (
    findNode() ??
    fail(
      `Node ${neededMajor} is needed and this is ${process.version}. Install Node ${neededMajor}, or allow the install script of the package "node".`,
    )
  );
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (!command || !commands.includes(command)) {
    fail(`Usage: node scripts/run.mjs <${commands.join('|')}> [arguments]`);
  }
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node 20 or newer is needed to start; this is ${process.version}.`);
  await installIfNeeded();
  const node = pinnedNode();

  const cache = path.join(modules, '.cache/node');
  mkdirSync(cache, { recursive: true });
  const flags = command === 'start' ? memoryFlags : [];
  const child = spawn(node, [...flags, path.join(root, 'scripts', `${command}.ts`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache,
      PATH: [path.dirname(node), path.join(modules, '.bin'), process.env.PATH].join(path.delimiter),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

await main();
