/**
 * When a lost link is tried again: soon, because most often a node died and others are there, and each browser after
 * another time, because all of a node's browsers lose it in one moment.
 */
export const linkRetry = { reconnectionDelay: 1_000, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };

/** The same for what is not tried again by the library itself. */
export const retryPause = (): number =>
  linkRetry.reconnectionDelayMax * (1 + linkRetry.randomizationFactor * (2 * Math.random() - 1));
