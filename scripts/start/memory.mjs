// Plain JavaScript with no dependency: `scripts/run.mjs` reads it on Node 20, before anything is installed.

/**
 * How a node of the product keeps house with memory, however it is started; the Dockerfile says the same. What lives a
 * moment gets room in three parts of this many megabytes. Left to itself V8 lets each part grow to 16, and keeps that
 * room when a start or a busy hour is over. With the second flag the node collects what its start left: see
 * `release-memory.ts`.
 */
export const memoryFlags = ['--max-semi-space-size=4', '--expose-gc'];
