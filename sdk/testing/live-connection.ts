import type { Page } from 'playwright-core';

/**
 * Resolves once a page has joined a live room, given by its id such as `kernel.user`. Call it before `page.goto`, and
 * await it before a change whose live message must be received: a page shows its first screen before it opens its
 * socket, and a notice that is sent in between is not shown.
 */
export const roomJoined = (page: Page, room: string): Promise<void> =>
  new Promise((resolve) => {
    const join = new RegExp(String.raw`^42(\d+)\["join",\{"room":"${room.replaceAll('.', String.raw`\.`)}"`);
    page.on('websocket', (socket) => {
      let answer: string | undefined;
      socket.on('framesent', ({ payload }) => {
        const request = join.exec(String(payload))?.[1];
        if (request) answer = `43${request}[{"ok":true`;
      });
      socket.on('framereceived', ({ payload }) => {
        if (answer && String(payload).startsWith(answer)) resolve();
      });
    });
  });

/**
 * Keeps the socket of a page that is opened next from connecting, until the returned function is called: for tests of
 * what happens between the first screen and its live connection.
 */
export const holdSocket = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await held.promise;
    socket.connectToServer();
  });
  return held.resolve;
};
