import type { Part } from '@balcao/sdk/client';
import type { Component, PointRef } from '@balcao/sdk/contract';
import type { LogEntryProps, TicketListBulk, TicketOptionsAction, TicketView } from '../contract.ts';
import * as contract from '../contract.ts';

export type { ComposerPartProps, TriggerPartProps } from '../contract.ts';

/** The contract does not depend on React; the components are typed here. */
type ItemOf<R> = R extends PointRef<infer T> ? T : never;
type PropsOf<R> = ItemOf<R> extends { component: Component<infer P> } ? P & object : object;
type Typed<R, P extends object = PropsOf<R>> = PointRef<Omit<ItemOf<R>, 'component'> & { component: Part<P> }>;

export const listFilterPoint = contract.ticketListFilter as Typed<typeof contract.ticketListFilter>;
export const listOrderPoint = contract.ticketListOrder;
export const listBulkPoint = contract.ticketListBulk as PointRef<ListBulk>;
export const listBadgePoint = contract.ticketListBadge as Typed<typeof contract.ticketListBadge>;
export const headerActionPoint = contract.ticketHeaderAction as Typed<typeof contract.ticketHeaderAction>;
export const drawerPanelPoint = contract.ticketDrawerPanel as Typed<typeof contract.ticketDrawerPanel>;
export const composerActionPoint = contract.composerAction as Typed<typeof contract.composerAction>;
export const composerTriggerPoint = contract.composerTrigger as Typed<typeof contract.composerTrigger>;
export const outsideWindowPoint = contract.composerOutsideWindow as Typed<typeof contract.composerOutsideWindow>;
export const messageRendererPoint = contract.messageRenderer as Typed<typeof contract.messageRenderer>;
export const messageActionPoint = contract.messageAction;
export const messageBelowPoint = contract.messageBelow as Typed<typeof contract.messageBelow>;
export const logEntryPoint = contract.ticketLogEntry as PointRef<LogEntryItem>;
export const optionsActionPoint = contract.ticketOptionsAction as PointRef<OptionsAction>;

/** An entry of the conversation's menu, typed for React. */
export interface OptionsAction extends Pick<TicketOptionsAction, 'id' | 'label' | 'fits'> {
  icon?: Part<{ className?: string }>;
  run?(ticket: TicketView): void | Promise<unknown>;
  component?: Part<{ ticket: TicketView; onClose(): void }>;
}

/** An action on many conversations, typed for React. */
export interface ListBulk extends Pick<TicketListBulk, 'id' | 'label'> {
  icon: Part<{ className?: string }>;
  component: Part<{ tickets: readonly TicketView[]; close(isDone?: boolean): void }>;
}

/** A plugin's log entry, typed for React. */
export interface LogEntryItem {
  id: string;
  icon?: Part<{ className?: string }>;
  label?: string;
  component: Part<LogEntryProps>;
}
