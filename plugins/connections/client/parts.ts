import { translate, usePoint, type Item, type Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { channelType, connectionFormSection, type ChannelType, type ConnectionFormSection } from '../contract.ts';
import type { ConnectionRow } from './connection-row.ts';

/** Properties of a section of the form. `values` holds what was typed so far, under the server’s field names. */
export interface ConnectionSectionProps {
  /** Undefined while a new connection is created. */
  connection: ConnectionRow | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}
export const connectionSections = connectionFormSection as PointRef<
  Omit<ConnectionFormSection, 'component'> & { component: Part<ConnectionSectionProps> }
>;

type OfConnection = Part<{ connection: ConnectionRow }>;
type ShownType = Omit<ChannelType, 'connect' | 'setup' | 'form' | 'fields'> & {
  connect?: Part<{ onAdded(connectionIds: readonly number[]): void; onClose(): void }>;
  setup?: OfConnection;
  form?: OfConnection;
  fields?: Part<ConnectionSectionProps>;
};
export type ChannelItem = Item<ShownType>;

const channelTypes = channelType as PointRef<ShownType>;

/** Returns the enabled channels. */
export const useChannels = (): readonly ChannelItem[] => usePoint(channelTypes);

export const channelName = (channel: ChannelItem): string => translate(channel.plugin, channel.label);
