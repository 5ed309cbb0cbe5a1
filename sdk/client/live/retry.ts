/**
 * Reconnection of a lost socket: soon, because usually one node died and others are running, and spread over time,
 * because all browsers of a node lose it in the same moment.
 */
export const linkRetry = { reconnectionDelay: 1_000, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };

/** The same delay for attempts that the library does not repeat itself. */
export const retryPause = (): number =>
  linkRetry.reconnectionDelayMax * (1 + linkRetry.randomizationFactor * (2 * Math.random() - 1));
