/** The points that the shell opens. Labels are locale keys in the contributing plugin's namespace. */
import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import type { QueryClient, QueryKey, SkipToken } from '@tanstack/react-query';
import { point } from '../shared/contract.ts';
import type { Api } from './api.ts';
import type { ClientContext, Part } from './plugin.ts';
import type { PaletteAvatar } from './recent-pages.ts';
import type { Session } from './session/session.ts';
import type { Toasts } from './toasts.ts';

/** A Fluent icon component. */
export type IconPart = Part<{ className?: string }>;

/** The address at which a page is about to open. */
export interface PageLocation {
  /** The named parameters of the route's path: `{ boardId: '7' }` at `/board/7`. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The query string of the address. */
  readonly search: URLSearchParams;
  readonly session: Session;
}
/**
 * A query exactly as the page itself will use it: the result of `queryOptions` or, with `initialPageParam`, of
 * `infiniteQueryOptions`.
 */
export interface PrefetchQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: ((context: never) => unknown) | SkipToken | undefined;
  /** In milliseconds. Give the page's query the same value, so that it uses the prefetched response. */
  readonly staleTime?: unknown;
  readonly initialPageParam?: unknown;
  readonly getNextPageParam?: unknown;
}

export interface AppRoute {
  /** `/board/:boardId?` */
  path: string;
  /** Locale key of the document title. */
  title?: string;
  component: Part;
  /**
   * Returns the queries that the page runs at once. When the application is opened at this route's path, they are sent
   * as soon as the plugin's entry is loaded, while the page's code, its texts and the other plugins are still loading;
   * the page finds the responses in the query cache. Return only queries that the page will run under the very same
   * key, and none if that is not certain. If it throws, fails or is too late, the page runs its queries as usual.
   * Responses for another person or company are discarded. Not called for public pages, nor for people who may not see
   * the page.
   */
  prefetch?(place: PageLocation): readonly PrefetchQuery[] | Promise<readonly PrefetchQuery[]>;
  /** The page opens without a session. */
  public?: boolean;
  /** The page is shown without the shell. */
  bare?: boolean;
}
/** A page of the application. Its path is listed under `routes.pages` of the manifest. */
export const appRoute = point<AppRoute>('app.route');

export interface AppStartDecisionProps {
  /** Called with true if the plugin wants the start page now; undefined while that is unknown. */
  children(isWanted: boolean | undefined): ReactNode;
}
export interface AppStartProps {
  /** Leads past all start pages to the landing page. */
  onward(): void;
}
export interface AppStart {
  /**
   * Decides whether the page is shown: renders the result of `children`, and may use hooks. The page waits while the
   * decision is undefined, so decide as early as possible. It is mounted only on the start page, as soon as the plugin's
   * entry is loaded: keep it small and in the entry, and the page lazy. If it throws, the page is not shown.
   */
  decision: Part<AppStartDecisionProps>;
  /** Locale key of the document title. */
  title?: string;
  component: Part<AppStartProps>;
  /** Not shown to people who have just signed in: they are led to the landing page. */
  skipAfterSignIn?: boolean;
}
/**
 * A page in place of the start page (`/`), as long as its plugin wants it. The first item in order that wants it is
 * shown; if none does, people are redirected to the landing page of the menu.
 */
export const appStart = point<AppStart>('app.start');

export interface AppMenu {
  section: 'work' | 'relations' | 'administration';
  /** Locale key. */
  label: string;
  path: string;
  icon: IconPart;
  /** Icon while the entry's page is open; absent: `icon`. */
  iconActive?: IconPart;
  /** Renders a count or a dot, or null. */
  badge?: Part;
  /**
   * From other pages the entry returns to the last visited address under its path, including filters, tab and open
   * items. From a page under its path it leads to `path` itself.
   */
  returns?: boolean;
  /** The page after signing in; of several the first. */
  landing?: boolean;
}
/** An entry of the menu. */
export const appMenu = point<AppMenu>('app.menu');

export interface AppPart {
  component: Part;
}
/** A button of the top bar, right side. */
export const appTopbar = point<AppPart>('app.topbar');
export interface DeferredPart extends AppPart {
  /**
   * True: mounted once the first screen is complete and the page is idle, so that neither the component's code nor its
   * plugin's texts delay it. For components that inform people; those that keep displayed data up to date must be
   * mounted at once. A function is called during the start, for items that only some people must see at once. A
   * function that throws counts as true.
   */
  whenIdle?: boolean | ((context: ClientContext) => boolean);
}
export type AppNotice = DeferredPart;
/** A pill beside the search, for problems that everybody should see. */
export const appNotice = point<AppNotice>('app.notice');
export type AppBackground = DeferredPart;
/** A component without a place of its own, or a floating one; mounted while a person is signed in. */
export const appBackground = point<AppBackground>('app.background');

export interface CommandContext {
  navigate: NavigateFunction;
  session: Session;
  api: Api;
  toasts: Toasts;
  queryClient: QueryClient;
  /** Returns a text in the namespace of the plugin that contributed the command. */
  t(key: string, values?: Record<string, unknown>): string;
}
export interface AppCommand {
  /** Locale key. */
  label: string;
  icon?: IconPart;
  /** Locale key of further words by which the palette finds it. */
  keywords?: string;
  /** Keys in the form of `useShortcut`: `mod+shift+n`. */
  shortcut?: string;
  /** Keys that a page handles itself: the palette shows them without registering them. */
  keys?: string;
  /**
   * Locale key of a separate heading, for commands on the open item: `Neste atendimento`. Such commands are listed
   * first.
   */
  heading?: string;
  /** Called whenever the palette is shown. False: the command is not offered now. */
  fits?(): boolean;
  run(context: CommandContext): void | Promise<void>;
}
/** A command of the palette (Ctrl K). */
export const appCommand = point<AppCommand>('app.command');

export interface SearchHit {
  id: string;
  title: string;
  subtitle?: string;
  icon?: IconPart;
  /** Picture or initials in place of the icon. */
  avatar?: PaletteAvatar;
  path: string;
  /** A separate line below the title with the matching text; `marks` are matches as [start, end). */
  excerpt?: { text: string; marks: readonly (readonly [number, number])[] };
  /** Right-aligned text: the time, in words. */
  when?: string;
  /** Prefetches the data of the target. Called when the person pauses on the hit, before choosing it. */
  prefetch?(): void;
}
export interface SearchSource {
  /** Locale key of the group's heading. */
  label: string;
  /**
   * A character that restricts the search to this source, such as `@` for people; the passed term still begins with it.
   */
  prefix?: string;
  /** Searches for a term of at least two characters. Cancelled through `signal`. */
  search(term: string, context: CommandContext & { signal: AbortSignal }): Promise<SearchHit[]>;
}
/** A group of hits in the palette's search. */
export const searchSource = point<SearchSource>('search.source');

export interface LabelledPart {
  /** Locale key. */
  label: string;
  component: Part;
}
/** A tab of the settings page. Guard it with `permission`. */
export const settingsTab = point<LabelledPart>('settings.tab');
/** Changes one's own picture, at the top of one's profile; not shown to a super user inside another company. */
export const profilePicture = point<AppPart>('profile.picture');
/** A section of one's own profile page. */
export const profileSection = point<LabelledPart>('profile.section');
