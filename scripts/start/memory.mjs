// Plain JavaScript with no dependency: `scripts/run.mjs` reads it on Node 20, before anything is installed.

/**
 * Memory flags of every node of the product, however it is started; the Dockerfile has the same. The young generation
 * has three spaces of up to this many megabytes. With 4 a busy node spent a third of its time on collections, because
 * the objects of fifty requests at a time outlived them; the space is taken when it is needed, so a node at rest is not
 * larger. With the second flag the node can collect the garbage of its start: see `release-memory.ts`. The third keeps
 * V8 from creating the rows of a query in the old generation at once, because rows like them once lived long: rows that
 * are read and written to a file stay there as garbage, and an export of 500,000 rows grew the node by 185 MB instead
 * of 44.
 */
export const memoryFlags = ['--max-semi-space-size=16', '--expose-gc', '--no-allocation-site-pretenuring'];
