import { addTexts, awaitedTexts, preferredLanguage, startLanguage } from './i18n.ts';
import { acceptSession, accessToken, dropSession, onAccess } from './session/access.ts';
import { findSession, refreshSession } from './session/refresh.ts';
import { claimPageComposition } from './session/early-start.ts';
import { modulesAtom, personAtom, sessionAtom, statusAtom } from './session/session.ts';
import { applySetting } from './session/reload.ts';
import { register, registeredAtom, registeredItems, shownAtom, isShown, stage, unregister } from './registry.ts';
import { leaveOverlays } from './overlays.ts';
import { recentPages, storeRecentPage } from './recent-pages.ts';
import { registerStart } from './start-exports.ts';
import { trackBusy } from './page-idle.ts';
import { reportFailure } from './report-failure.ts';
import { addressIn } from './lazy-part.ts';
import { joinRoom } from './live/rooms.ts';
import { Awaiting } from './awaiting.tsx';
import { Boundary } from './boundary.tsx';
import { store } from './store.ts';

/** Internals for the page that hosts plugins, and for tests that take its place. Not for plugins. */
export const hostSide = {
  acceptSession,
  accessToken,
  addressIn,
  addTexts,
  Awaiting,
  awaitedTexts,
  Boundary,
  dropSession,
  findSession,
  registerStart,
  joinRoom,
  leaveOverlays,
  modulesAtom,
  onAccess,
  personAtom,
  preferredLanguage,
  recentPages,
  refreshSession,
  register,
  registeredAtom,
  registeredItems,
  storeRecentPage,
  reportFailure,
  sessionAtom,
  shownAtom,
  isShown,
  stage,
  startLanguage,
  statusAtom,
  store,
  claimPageComposition,
  applySetting,
  unregister,
  trackBusy,
};
