import { getDefaultStore } from 'jotai';
import { createContext, use } from 'react';
import type { TicketView } from '../../contract.ts';

export type Store = ReturnType<typeof getDefaultStore>;
/** A conversation to open; its status tells the tab of the list. */
export type OpenedTicket = Pick<TicketView, 'uuid'> & Partial<Pick<TicketView, 'status'>>;

export interface OpenOptions {
  /** Adds no step to the browser's history. */
  replace?: boolean;
  /** Removes the filters of the list beside it. */
  unfiltered?: boolean;
}

/**
 * One place on the screen where conversations are shown, and what surrounds it: the tickets page, or a dialog on the
 * page of another plugin. There may be several at once.
 */
export interface ViewScope {
  /**
   * State of overlays of this view: dialogs, picture viewer, selected messages. It is passed to the hooks explicitly,
   * because a jotai `Provider` would also hide the atoms of plugins that add parts to a conversation.
   */
  readonly store: Store;
  /** Keys work anywhere on the page, and the palette's commands act on this conversation. */
  readonly shortcuts: boolean;
  /** The list of conversations is beside it: the next one is opened from there. */
  readonly hasList: boolean;
  /** Identifies what is shown now. A different result than before: the person went elsewhere meanwhile. */
  current(): string;
  shows(ticket: OpenedTicket): boolean;
  open(ticket: OpenedTicket, options?: OpenOptions): void;
  /** Called when the person is done with the conversation. */
  leave(): void;
}

export const ViewScopeContext = createContext<ViewScope | undefined>(undefined);

const ofPage = { store: getDefaultStore() };
/** The store of the view around this, in the form of jotai's hooks; the page's own outside a conversation. */
export const useViewStore = (): { readonly store: Store } => use(ViewScopeContext) ?? ofPage;
