// Plain JavaScript with no dependency: `scripts/run.mjs` reads it on Node 20, before anything is installed.

/**
 * Memory flags of every node of the product, however it is started; the Dockerfile has the same. The young generation
 * has three spaces of this many megabytes. By default V8 lets each grow to 16, and keeps that space after a start or a
 * busy hour. With the second flag the node can collect the garbage of its start: see `release-memory.ts`.
 */
export const memoryFlags = ['--max-semi-space-size=4', '--expose-gc'];
