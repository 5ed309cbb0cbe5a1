import { Chat } from './chat.ts';
import { PageStorage } from './page-storage.ts';
import { readPage, type PageOptions } from './page.ts';
import { report, safely } from './safely.ts';
import { CallError, ChatServer } from './server.ts';
import { mount } from './view/mount.ts';

const firstRetryMs = 3_000;
const longestRetryMs = 60_000;

/** Retries until the server answers; a page without permission for the chat stays without it. */
const startChat = async (page: PageOptions, retryMs: number): Promise<void> => {
  const server = new ChatServer(page);
  try {
    const config = await server.config();
    const storage = new PageStorage(page.address);
    const chat = new Chat(page, config, server, storage);
    mount(chat, storage, page);
    chat.resume();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 403) {
      report(`this page's address (${location.origin}) is not among the sites that may hold the chat`);
      return;
    }
    const wait = error.status === 404 || error.status === 409 ? longestRetryMs : retryMs;
    setTimeout(
      safely(() => startChat(page, Math.min(wait * 2, longestRetryMs))),
      Math.max(wait, error.retryAfterMs),
    );
  }
};

const mark = 'balcaoChatRuns';

/** Shows the chat of the page that contains the script, once. */
export const start = (script: Element | null): void => {
  const page = readPage(script);
  // A page that swaps its content may run the script again.
  if (!page || document.documentElement.dataset[mark] !== undefined) return;
  document.documentElement.dataset[mark] = '';
  const run = safely(() => startChat(page, firstRetryMs));
  if (document.body) run();
  else addEventListener('DOMContentLoaded', run, { once: true });
};
