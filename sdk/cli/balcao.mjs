#!/usr/bin/env node
// The `balcao` command. It runs on the Node version that the checkout pins, whichever Node started this file. Plain
// JavaScript without dependencies, because it must run on Node 20.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
// npm starts this file through a link in some node_modules/.bin: the checkout is the folder of the real file.
const here = path.dirname(realpathSync(fileURLToPath(import.meta.url)));
const checkout = path.resolve(here, '../..');
const modules = path.join(checkout, 'node_modules');
const major = Number(process.versions.node.split('.')[0]);

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

const isProgram = (file) => existsSync(file) && statSync(file).size > 1_000_000;

function pinnedNode() {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const homes = [
    path.join(modules, 'node'),
    ...names.flatMap((name) => [path.join(modules, name), path.join(modules, 'node/node_modules', name)]),
  ];
  return homes.map((home) => path.join(home, 'bin/node')).find(isProgram);
}

function again(node) {
  const child = spawn(node, [path.join(here, 'balcao.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

if (major < 20) fail(`Node 20 or newer is needed to begin with; this is ${process.version}.`);
else if (!existsSync(path.join(modules, 'vite'))) {
  fail(`The dependencies of ${checkout} are not installed.\nType there: npm install`);
} else if (major >= neededMajor) {
  // Caches the JavaScript of the same files over runs.
  if (!process.env.NODE_COMPILE_CACHE) module.enableCompileCache?.(path.join(modules, '.cache/node'));
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2), checkout);
} else {
  const node = pinnedNode();
  if (node) again(node);
  else
    fail(
      `Node ${neededMajor} is needed and this is ${process.version}.\nType in ${checkout}: npm start   (it fetches the right Node), or install Node ${neededMajor}.`,
    );
}
