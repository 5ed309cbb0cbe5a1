// Plain JavaScript with no dependency: `scripts/run.mjs` reads it on Node 20, before anything is installed.

/**
 * How a node of the product uses memory, however it is started; the Dockerfile says the same. The young generation gets
 * up to three parts of this many megabytes. With a part of 4 a busy node spent a third of its time on collections, because
 * what fifty requests at a time hold outlived them; the room is taken when it is needed, and a node at rest is not larger
 * for it. With the second flag the node collects what its start left: see `release-memory.ts`.
 */
export const memoryFlags = ['--max-semi-space-size=16', '--expose-gc'];
