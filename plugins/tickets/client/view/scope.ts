import { getDefaultStore } from 'jotai';
import { createContext, use } from 'react';
import type { TicketView } from '../../contract.ts';

export type Store = ReturnType<typeof getDefaultStore>;
/** A conversation that is gone to; its status says in which tab of the list it stands. */
export type OpenedTicket = Pick<TicketView, 'uuid'> & Partial<Pick<TicketView, 'status'>>;

export interface OpenOptions {
  /** Back does not lead to what was shown before. */
  replace?: boolean;
  /** The list beside it shows all again. */
  unfiltered?: boolean;
}

/**
 * One place where conversations are shown, and what its surroundings offer: the tickets page, or a dialog on the page of
 * another plugin. Several may be on the screen at once.
 */
export interface ViewScope {
  /**
   * Holds what is open here and nowhere else: dialogs, the picture viewer, chosen messages. Passed to the hooks by name,
   * for a jotai `Provider` would also hide the atoms of plugins that add parts to a conversation.
   */
  readonly store: Store;
  /** Keys are heard wherever the focus is on the page, and the commands of the palette act on the conversation here. */
  readonly shortcuts: boolean;
  /** The list of conversations stands beside it: the next one is opened from there. */
  readonly hasList: boolean;
  /** What is shown by now. Another answer than before: the person went on meanwhile. */
  place(): string;
  shows(ticket: OpenedTicket): boolean;
  open(ticket: OpenedTicket, options?: OpenOptions): void;
  /** The conversation that is shown is done with. */
  leave(): void;
}

export const ViewScopeContext = createContext<ViewScope | undefined>(undefined);

const ofPage = { store: getDefaultStore() };
/** The store of the view round this, as the hooks of jotai take it; the page's own outside of a conversation. */
export const useViewStore = (): { readonly store: Store } => use(ViewScopeContext) ?? ofPage;
