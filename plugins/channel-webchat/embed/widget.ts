import { start } from '../widget/start.ts';

// Whatever goes wrong here is ours: the page that holds the script goes on.
try {
  start(document.currentScript);
} catch (error) {
  console.warn('[chat]', error);
}
