// Builds the browser code and the server code that changed since the last build.
import { buildServerCode } from './server-build/index.ts';
import { buildStale } from '../web-host/build/index.ts';

await buildServerCode({ log: console.log });
const { complete } = await buildStale({ log: console.log });
if (!complete) process.exitCode = 1;
