import { Menu, MenuItemRadio, MenuList, MenuPopover } from '@fluentui/react-components';
import type { RefObject } from 'react';
import { translate, usePoint, useT } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { orderName, ordersOf } from '../../model/list-filters.ts';
import type { ListOrder } from '../../model/list-filters.ts';
import { listOrderPoint } from '../../parts.ts';
import { useChooseOrder } from './useChooseOrder.ts';

export interface OrderMenuProps {
  target: RefObject<HTMLElement | null>;
  status: TicketStatus;
  value: ListOrder;
  onClose(): void;
}

/** The orders available for a tab's rows. */
export function OrderMenu({ target, status, value, onClose }: OrderMenuProps) {
  const t = useT();
  const choose = useChooseOrder();
  const orders = ordersOf(status, usePoint(listOrderPoint));
  return (
    <Menu
      open
      hasCheckmarks
      positioning={{ target: target.current, position: 'below', align: 'start', offset: 4 }}
      checkedValues={{ order: [orderName(value)] }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <MenuPopover>
        <MenuList aria-label={t('order.title')}>
          {orders.map((order) => (
            <MenuItemRadio
              key={orderName(order)}
              name="order"
              value={orderName(order)}
              onClick={() => {
                choose(status, orderName(order));
                onClose();
              }}
            >
              {typeof order === 'string' ? t(`order.${order}`) : translate(order.plugin, order.label)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
