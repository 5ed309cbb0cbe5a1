/** Builds the shared modules with development React, in a process that starts with NODE_ENV set accordingly. */
import { buildShared } from './shared.ts';

await buildShared(process.argv[2] ?? '', { dev: true });
