/** Milliseconds that an expected effect may take in a test: other tests may keep the machine busy. */
export const patienceMs = 45_000;
