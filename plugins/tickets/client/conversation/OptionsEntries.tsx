import { MenuItem } from '@fluentui/react-components';
import { Contributed, usePoint, useT, useToasts } from '@balcao/sdk/client';
import type { Item } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { askPlugin } from '../message/ask-plugin.ts';
import { optionsActionPoint } from '../parts.ts';
import type { OptionsAction } from '../parts.ts';

export type OptionsItem = Item<OptionsAction>;

/** Entries of plugins in this conversation's menu. */
export const useOptions = (ticket: TicketView): OptionsItem[] =>
  usePoint(optionsActionPoint).filter((item) => askPlugin(item, () => item.fits?.(ticket) ?? true));

/** One entry, labelled by its plugin. */
export function OptionsEntry({
  item,
  ticket,
  onOpen,
}: {
  item: OptionsItem;
  ticket: TicketView;
  onOpen(item: OptionsItem): void;
}) {
  return (
    <Contributed item={item} inline>
      <Entry item={item} ticket={ticket} onOpen={onOpen} />
    </Contributed>
  );
}

function Entry({ item, ticket, onOpen }: { item: OptionsItem; ticket: TicketView; onOpen(item: OptionsItem): void }) {
  const t = useT();
  const toasts = useToasts();
  const { icon: Icon, label, run } = item;
  const choose = async (): Promise<void> => {
    if (!run) return onOpen(item);
    try {
      await run(ticket);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <MenuItem {...(Icon ? { icon: <Icon /> } : {})} onClick={() => void choose()}>
      {t(label)}
    </MenuItem>
  );
}
