/** Builds the shared modules with development React, in a process where NODE_ENV says so from the start. */
import { buildShared } from './shared.ts';

await buildShared(process.argv[2] ?? '', { dev: true });
