import { start } from '../widget/start.ts';

// An error of the chat must not affect the page that embeds it.
try {
  start(document.currentScript);
} catch (error) {
  console.warn('[chat]', error);
}
