// Builds the browser code that changed since the last build.
import { buildStale } from '../web-host/build/index.ts';

const { complete } = await buildStale({ log: console.log });
if (!complete) process.exitCode = 1;
