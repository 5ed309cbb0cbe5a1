import type { Page } from 'playwright-core';

/** Navigates as a click on a desktop notification does. The page listens once it has a signed-in person. */
const go = async (page: Page, path: string): Promise<void> => {
  await page.waitForFunction(
    (wanted) => {
      if (location.pathname + location.search === wanted) return true;
      let isHeard = false;
      const request = new CustomEvent('balcao-go');
      Object.defineProperty(request, 'detail', {
        get() {
          isHeard = true;
          return wanted;
        },
      });
      dispatchEvent(request);
      return isHeard;
    },
    path,
    { polling: 100 },
  );
};

/**
 * Opens an address in a window that shows the product already, without loading it again, which costs five times as much.
 * Leaves an open conversation first, so that what is waited for afterwards is not a part of that one.
 */
export const visit = async (page: Page, path: string): Promise<void> => {
  await go(page, '/tickets');
  await page.getByRole('region', { name: /^Conversa com/ }).waitFor({ state: 'detached' });
  if (path !== '/tickets') await go(page, path);
};

/** The same for the list of tickets: without its selection, active row and open dialogs, as on a new page. */
export const visitList = async (page: Page, search = ''): Promise<void> => {
  await go(page, '/contacts');
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).waitFor({ state: 'detached' });
  await go(page, `/tickets${search}`);
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).waitFor();
};
