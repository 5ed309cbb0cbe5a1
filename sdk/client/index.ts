/** The browser API for plugin authors: `@balcao/sdk/client`. */
import './no-eval.ts';

export { defineClient } from './plugin.ts';
export type {
  ClientContext,
  ClientHost,
  ClientPlugin,
  Contribution,
  Item,
  Part,
  ServiceContext,
  Shown,
  Texts,
} from './plugin.ts';

export {
  appBackground,
  appCommand,
  appMenu,
  appNotice,
  appRoute,
  appStart,
  appTopbar,
  profilePicture,
  profileSection,
  searchSource,
  settingsTab,
} from './points.ts';
export type {
  AppCommand,
  AppMenu,
  AppBackground,
  AppNotice,
  AppPart,
  AppRoute,
  AppStart,
  AppStartDecisionProps,
  AppStartProps,
  CommandContext,
  PrefetchQuery,
  IconPart,
  LabelledPart,
  DeferredPart,
  PageLocation,
  SearchHit,
  SearchSource,
} from './points.ts';

export { Contributed, Slot, usePoint } from './slot.tsx';
export type { ContributedProps, SlotProps } from './slot.tsx';
export { Exposed, preloadExposed } from './exposed.tsx';
export type { ExposedProps } from './exposed.tsx';
export { PartBoundary, PartFailed, suspendLimit } from './part-boundary.tsx';
export type { PartBoundaryProps, PartFailedProps } from './part-boundary.tsx';
export { lazyPart, PartLoadError } from './lazy-part.ts';
export type { LazyPart } from './lazy-part.ts';
// Exported under the name that the bundler writes.
export { loadChunk as __vitePreload } from './chunk-styles.ts';
// Exported under the names that builds write.
export { startExports as __startExports, startModule as __startModule } from './start-exports.ts';
export { LazyPopover, usePreload } from './lazy-popover.tsx';
export type { LazyPopoverProps } from './lazy-popover.tsx';
export { whenIdle } from './page-idle.ts';
export { findService, useService } from './services.ts';

export { answerLogin, api, signIn, signOut, useApi } from './api.ts';
export type { Api, LoginChallenge, Params, PendingLogin, UploadOptions } from './api.ts';
export { ApiError } from './api-error.ts';
export { errorText, useErrorText } from './error-text.ts';
export { queryClient } from './query-client.ts';
export { newId } from './new-id.ts';
export { compressImage } from './compress-image.ts';
export { startWorker } from './own-script.ts';

export {
  currentSession,
  isSessionExpired,
  useOptionalSession,
  useSession,
  useSessionStatus,
} from './session/session.ts';
export type { Session, SessionCompany, SessionUser, SettingValue } from './session/session.ts';
export { reloadSession } from './session/reload.ts';
export { mediaUrl } from './session/access.ts';
export { pictureSize } from '../shared/picture-size.ts';

export { useConnectionState } from './live/connection.ts';
export type { ConnectionState } from './live/connection.ts';
export { fetchMore } from './fetch-more.ts';
export { useRoom } from './live/use-room.ts';
export type { Missed } from './live/missed.ts';
export type { JoinedRoom, UseRoomOptions } from './live/use-room.ts';

export type { Language } from './language.ts';
export { hasText, languages, setLanguage, translate, useLanguage, useT } from './i18n.ts';
export type { Translate } from './i18n.ts';
export { formatsFor, useFormat } from './format.ts';
export type { Format } from './format.ts';

export { dismissToast, pauseToasts, showToast, useToastNotices, useToasts } from './toasts.ts';
export type { ToastNotice, Toasts } from './toasts.ts';
export { useRestoreFocus } from './restore-focus.ts';
export { useRecentPage } from './recent-pages.ts';
export type { PaletteAvatar, RecentPage } from './recent-pages.ts';
export { useCloseOnBack } from './overlays.ts';
export { keyCaps, useShortcut, useShortcuts } from './shortcuts.ts';
export type { Shortcut, ShortcutOptions } from './shortcuts.ts';
export { useTheme } from './theme.ts';
export type { ThemeChoice, ThemeMode } from './theme.ts';
export { useViewport } from './viewport.ts';
export type { Viewport } from './viewport.ts';

export { hostSide } from './host-side.ts';
export { foldText } from '../shared/fold-text.ts';
export { highlightParts } from './highlight-parts.ts';
export { textLength } from '../shared/text-length.ts';
