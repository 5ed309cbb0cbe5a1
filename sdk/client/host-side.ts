/** For the page that hosts plugins, and for tests that stand in for it. Plugins have no use for these. */
export { addTexts, preferredLanguage, startLanguage } from './i18n.ts';
export { acceptSession, accessToken, dropSession, onAccess } from './session/access.ts';
export { refreshSession } from './session/refresh.ts';
export { modulesAtom, personAtom, sessionAtom, statusAtom } from './session/session.ts';
export type { SessionAnswer, SessionStatus, UserAnswer } from './session/session.ts';
export { register, registeredAtom, registeredItems, shownAtom, stage, unregister } from './registry.ts';
export { joinRoom } from './live/rooms.ts';
export { Boundary } from './boundary.tsx';
export { store } from './store.ts';
