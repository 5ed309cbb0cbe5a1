import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import type { MessageView, TicketView } from '../contract.ts';
import * as contract from '../contract.ts';

/**
 * The contract says in words what a contributed component is given, because it must not depend on React; here the
 * same words are types.
 */
type WithComponent<T, P extends object> = Omit<T, 'component'> & { component: Part<P> };
type ItemOf<R> = R extends PointRef<infer T> ? T : never;
type Typed<R, P extends object> = PointRef<WithComponent<ItemOf<R>, P>>;

export interface ComposerPartProps {
  ticket: TicketView;
  insert(text: string): void;
  send(text: string): void;
}
export interface TriggerPartProps {
  ticket: TicketView;
  query: string;
  pick(text: string): void;
  close(): void;
}

export const listFilterPoint = contract.ticketListFilter as Typed<
  typeof contract.ticketListFilter,
  { value: string; onChange(value: string): void }
>;
export const listBadgePoint = contract.ticketListBadge as Typed<
  typeof contract.ticketListBadge,
  { ticket: TicketView }
>;
export const headerActionPoint = contract.ticketHeaderAction as Typed<
  typeof contract.ticketHeaderAction,
  { ticket: TicketView }
>;
export const drawerPanelPoint = contract.ticketDrawerPanel as Typed<
  typeof contract.ticketDrawerPanel,
  { ticket: TicketView }
>;
export const composerActionPoint = contract.composerAction as Typed<typeof contract.composerAction, ComposerPartProps>;
export const composerTriggerPoint = contract.composerTrigger as Typed<
  typeof contract.composerTrigger,
  TriggerPartProps
>;
export const messageRendererPoint = contract.messageRenderer as Typed<
  typeof contract.messageRenderer,
  { message: MessageView; ticket: TicketView }
>;
export const messageActionPoint = contract.messageAction;
