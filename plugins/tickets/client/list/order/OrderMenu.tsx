import { Menu, MenuItemRadio, MenuList, MenuPopover } from '@fluentui/react-components';
import type { RefObject } from 'react';
import { useT } from '@balcao/sdk/client';
import type { ListOrder } from '../../model/listFilters.ts';

export interface OrderMenuProps {
  target: RefObject<HTMLElement | null>;
  orders: readonly ListOrder[];
  value: ListOrder;
  onChoose(order: ListOrder): void;
  onClose(): void;
}

/** The orders in which a tab's rows can stand. */
export function OrderMenu({ target, orders, value, onChoose, onClose }: OrderMenuProps) {
  const t = useT();
  return (
    <Menu
      open
      hasCheckmarks
      positioning={{ target: target.current, position: 'below', align: 'start', offset: 4 }}
      checkedValues={{ order: [value] }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <MenuPopover>
        <MenuList aria-label={t('order.title')}>
          {orders.map((order) => (
            <MenuItemRadio
              key={order}
              name="order"
              value={order}
              onClick={() => {
                onChoose(order);
                onClose();
              }}
            >
              {t(`order.${order}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
