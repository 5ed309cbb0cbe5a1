import { getDefaultStore } from 'jotai';

/** The page's only jotai store. Hooks name it, so that a `Provider` of a plugin cannot hide the platform's state. */
export const store = getDefaultStore();
