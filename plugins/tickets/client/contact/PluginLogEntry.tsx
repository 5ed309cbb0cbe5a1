import { CircleSmall20Filled } from '@fluentui/react-icons';
import { Contributed } from '@balcao/sdk/client';
import type { Item } from '@balcao/sdk/client';
import type { LogEntryProps } from '../../contract.ts';
import type { LogEntryItem } from '../parts.ts';

export type PluginEntry = Item<LogEntryItem>;

/** The icon of a log entry of a plugin. */
export function EntryIcon({ item }: { item: PluginEntry }) {
  const { icon: Icon = CircleSmall20Filled } = item;
  return (
    <Contributed item={item} inline>
      <Icon />
    </Contributed>
  );
}

/** The text of a log entry, rendered by the plugin that added it. */
export function EntryText({ item, ...props }: LogEntryProps & { item: PluginEntry }) {
  return (
    <Contributed item={item} inline>
      <item.component {...props} />
    </Contributed>
  );
}
