#!/usr/bin/env node
// Runs the `balcao` command of the product for which this plugin is written. `npm install` keeps this package, because
// package.json names it, and so never requests `balcao` from a registry. Commit this file; the file `checkout` beside
// it is local to your machine.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(realpathSync(fileURLToPath(import.meta.url)));
const kept = path.join(here, 'checkout');
const checkout = process.env.BALCAO_CHECKOUT ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
const program = checkout === undefined ? undefined : path.join(checkout, 'sdk/cli/balcao.mjs');

if (program !== undefined && existsSync(program)) await import(pathToFileURL(program).href);
else {
  console.error(
    [
      '',
      checkout === undefined
        ? 'This folder does not know yet where the product is.'
        : `There is no Balcão in ${checkout}.`,
      'Type here, once: /path/to/balcao/node_modules/.bin/balcao link   (or set BALCAO_CHECKOUT)',
      '',
    ].join('\n'),
  );
  // npm has installed the requested packages: only the links into the product are missing.
  process.exitCode = process.env.npm_lifecycle_event === 'dependencies' ? 0 : 1;
}
