import { getDefaultStore } from 'jotai';

/** The one jotai store of the page. Hooks name it, so a plugin's own `Provider` cannot hide the platform's state. */
export const store = getDefaultStore();
