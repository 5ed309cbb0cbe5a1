import { addTexts, awaitedTexts, preferredLanguage, startLanguage } from './i18n.ts';
import { acceptSession, accessToken, dropSession, onAccess } from './session/access.ts';
import { findSession, refreshSession } from './session/refresh.ts';
import { takePageParts } from './session/early-start.ts';
import { modulesAtom, personAtom, sessionAtom, statusAtom } from './session/session.ts';
import { takeSetting } from './session/reload.ts';
import { register, registeredAtom, registeredItems, shownAtom, shows, stage, unregister } from './registry.ts';
import { leaveOverlays } from './overlays.ts';
import { recentPlaces, rememberPlace } from './recent-pages.ts';
import { holdStart } from './start-exports.ts';
import { whileBusy } from './page-idle.ts';
import { reportFailure } from './report-failure.ts';
import { joinRoom } from './live/rooms.ts';
import { Awaiting } from './awaiting.tsx';
import { Boundary } from './boundary.tsx';
import { store } from './store.ts';

/** Internals for the page that hosts plugins, and for tests that take its place. Not for plugins. */
export const hostSide = {
  acceptSession,
  accessToken,
  addTexts,
  Awaiting,
  awaitedTexts,
  Boundary,
  dropSession,
  findSession,
  holdStart,
  joinRoom,
  leaveOverlays,
  modulesAtom,
  onAccess,
  personAtom,
  preferredLanguage,
  recentPlaces,
  refreshSession,
  register,
  registeredAtom,
  registeredItems,
  rememberPlace,
  reportFailure,
  sessionAtom,
  shownAtom,
  shows,
  stage,
  startLanguage,
  statusAtom,
  store,
  takePageParts,
  takeSetting,
  unregister,
  whileBusy,
};
