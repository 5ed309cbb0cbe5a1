/** The points that the shell opens. Labels are locale keys in the contributing plugin's namespace. */
import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import type { QueryClient, QueryKey, SkipToken } from '@tanstack/react-query';
import { point } from '../shared/contract.ts';
import type { Api } from './api.ts';
import type { ClientContext, Part } from './plugin.ts';
import type { PlaceFace } from './recent.ts';
import type { Session } from './session/session.ts';
import type { Toasts } from './toasts.ts';

/** A Fluent icon component. */
export type IconPart = Part<{ className?: string }>;

/** Where a page is about to stand, and for whom. */
export interface PagePlace {
  /** The named parts of the route's path: `{ boardId: '7' }` at `/board/7`. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** What stands behind the `?` of the address. */
  readonly search: URLSearchParams;
  readonly session: Session;
}
/** A query as the page itself will ask it: what `queryOptions` or, with `initialPageParam`, `infiniteQueryOptions` makes. */
export interface FirstQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: ((context: never) => unknown) | SkipToken | undefined;
  /** Milliseconds; give the page's query the same, so that it takes the answer and does not ask anew. */
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
   * What the page asks for at once. When the application is opened at this route's path, the queries go out as soon as
   * the plugin's entry is there, while the page's code, its texts and the other plugins are still on their way; the
   * answers lie in the query cache when the page looks for them. Answer only what the page will ask under the very same
   * key, and nothing where that is not sure yet. What throws, fails or comes too late is asked by the page as ever; what
   * was asked for another person or company reaches nobody. Not called for public pages, nor for those who may not see
   * the page.
   */
  first?(place: PagePlace): readonly FirstQuery[] | Promise<readonly FirstQuery[]>;
  /** Reachable without a session. */
  public?: boolean;
  /** Without the shell round it. */
  bare?: boolean;
}
/** A page of the application. Its path stands under `routes.pages` of the manifest. */
export const appRoute = point<AppRoute>('app.route');

export interface AppStartDecisionProps {
  /** Call it with whether the plugin has something for the start page now; undefined: that is not known yet. */
  children(isWanted: boolean | undefined): ReactNode;
}
export interface AppStartProps {
  /** Leads past every start page to where people land. */
  onward(): void;
}
export interface AppStart {
  /**
   * Decides whether the page shows: it renders what `children` returns, and may use hooks. While the answer is undefined
   * the page waits, so answer false as soon as that is sure. It is mounted on the start page alone, from the moment the
   * plugin's entry is there: keep it in the entry, small, and the page lazy. When it throws, the page does not show.
   */
  decision: Part<AppStartDecisionProps>;
  /** Locale key of the document title. */
  title?: string;
  component: Part<AppStartProps>;
}
/**
 * A page in the place of the start page (`/`), as long as its plugin wants it: the first item that does, by order. When
 * none does, people land where the menu says.
 */
export const appStart = point<AppStart>('app.start');

export interface AppMenu {
  section: 'work' | 'relations' | 'administration';
  /** Locale key. */
  label: string;
  path: string;
  icon: IconPart;
  /** While the place is the current one; absent: `icon`. */
  iconActive?: IconPart;
  /** Renders a count or a dot, or null. */
  badge?: Part;
  /**
   * From elsewhere the entry leads back to where the person was under its path, with what stood in the address: filters,
   * a tab, what was open. From there it leads to `path` itself.
   */
  returns?: boolean;
  /** People land here after signing in; of several the first. */
  landing?: boolean;
}
/** An entry of the menu. */
export const appMenu = point<AppMenu>('app.menu');

export interface AppPart {
  component: Part;
}
/** A button of the top bar, right side. */
export const appTopbar = point<AppPart>('app.topbar');
export interface PatientPart extends AppPart {
  /**
   * Mounted once the page has what its first screen needs, a moment after it stands: neither the part's code nor its
   * plugin's texts weigh on it. For what tells people something; what keeps shown data fresh is mounted at once. A
   * function is asked while the page is not there yet: for what only some must see at once. A throw counts as yes.
   */
  afterQuiet?: boolean | ((context: ClientContext) => boolean);
}
export type AppNotice = PatientPart;
/** A pill beside the search: trouble that everybody should see. */
export const appNotice = point<AppNotice>('app.notice');
export type AppBackground = PatientPart;
/** Renders nothing or floats; mounted while somebody is signed in. */
export const appBackground = point<AppBackground>('app.background');

export interface CommandContext {
  navigate: NavigateFunction;
  session: Session;
  api: Api;
  toasts: Toasts;
  queryClient: QueryClient;
  /** Text in the namespace of the plugin that contributed the command. */
  t(key: string, values?: Record<string, unknown>): string;
}
export interface AppCommand {
  /** Locale key. */
  label: string;
  icon?: IconPart;
  /** Locale key of further words the palette finds it by. */
  keywords?: string;
  /** As for `useShortcut`: `mod+shift+n`. */
  shortcut?: string;
  /** Keys that do it on a page by themselves: the palette shows them, and takes them for nothing. */
  keys?: string;
  /**
   * Locale key of a heading of its own, for what can be done with what is open: `Neste atendimento`. Such commands
   * stand before the others.
   */
  heading?: string;
  /** Asked whenever the palette shows. False: it is not offered now. */
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
  /** Somebody's face in place of the icon. */
  face?: PlaceFace;
  path: string;
  /** A line of its own below the title, with what was found in it: `marks` are parts of the text as [start, end). */
  excerpt?: { text: string; marks: readonly (readonly [number, number])[] };
  /** At the end of the line: when it was, in words. */
  when?: string;
  /** Asks for what opens with it. Called when somebody has come to rest on the line, before they choose it. */
  approach?(): void;
}
export interface SearchSource {
  /** Locale key of the group's heading. */
  label: string;
  /** A sign that typed first asks this source alone, as `@` asks for people; the term that it gets still begins with it. */
  prefix?: string;
  /** Called with at least two characters. Abort by `signal`. */
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
/** What changes one's picture, under one's name at the head of one's profile; not while a super user helps another company. */
export const profilePicture = point<AppPart>('profile.picture');
/** A section of one's own profile page. */
export const profileSection = point<LabelledPart>('profile.section');
