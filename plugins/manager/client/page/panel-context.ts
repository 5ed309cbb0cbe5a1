import { createContext, useContext } from 'react';
import type { PanelRow } from '../../panel.ts';
import type { PanelStore } from '../data/panel-store.ts';
import type { RowLoader } from '../data/row-loader.ts';
import type { Receiver } from '../data/useHandOver.ts';

export interface MenuPlace {
  row: PanelRow;
  x: number;
  y: number;
}

/** The actions of cards and rows. The same object while the page is shown, so that no row is rendered because of it. */
export interface PanelActions {
  open(row: PanelRow): void;
  peek(row: PanelRow): void;
  log(row: PanelRow): void;
  /** Asks to whom it goes; `to` is chosen already when only the department is missing. */
  assign(row: PanelRow, to?: Receiver): void;
  menu(place: MenuPlace): void;
  /** Asks which waiting conversation this person gets. */
  pass(to: Receiver): void;
  /** Hands over at once, or asks for the department. */
  drop(row: PanelRow, to: Receiver): void;
}

/** The list that has the focus. */
export interface FocusedList {
  /** The conversation that keys act on. */
  row(): PanelRow | undefined;
  menu(): void;
}

interface PanelTools {
  focused: { current: FocusedList | undefined };
  store: PanelStore;
  loader: RowLoader;
  actions: PanelActions;
  mayPeek: boolean;
}

/** Id of the sentence that tells the keys of a list. */
export const keysHintId = 'manager-panel-keys';

export const PanelContext = createContext<PanelTools | undefined>(undefined);

export const usePanelTools = (): PanelTools => {
  const tools = useContext(PanelContext);
  if (!tools) throw new Error('a card of the panel is rendered outside of it');
  return tools;
};
