/**
 * Every page of a signed-in person holds this lock, shared, so that the service worker can tell such windows from those
 * that show the login or another public page. The browser releases it with the page; a worker is stopped at any time,
 * and would forget messages.
 */
export const signedInLock = 'balcao.signed-in';
