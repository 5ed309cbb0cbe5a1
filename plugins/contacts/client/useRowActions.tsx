import { useState, type ReactNode } from 'react';
import { Contributed, usePoint } from '@balcao/sdk/client';
import type { Contact } from '../contract.ts';
import { listActions, type ContactActionItem } from './parts.ts';
import { RowMenu } from './RowMenu.tsx';

const fits = (item: ContactActionItem, contact: Contact): boolean => {
  try {
    return item.fits?.(contact) ?? true;
  } catch (error) {
    console.error(`[${item.plugin}] ${item.id}: fits threw`, error);
    return false;
  }
};

/** Returns plugins’ actions on contacts of the list: the menu of a row, and the dialog that an entry opened. */
export function useRowActions(): { hasAny: boolean; menu(contact: Contact): ReactNode; dialog: ReactNode } {
  const items = usePoint(listActions);
  const [opened, setOpened] = useState<{ item: ContactActionItem; contact: Contact }>();
  const Component = opened?.item.component;
  return {
    hasAny: items.length > 0,
    menu: (contact) => (
      <RowMenu
        contact={contact}
        items={items.filter((item) => fits(item, contact))}
        onOpen={(item) => setOpened({ item, contact })}
      />
    ),
    dialog: opened && Component && (
      <Contributed item={opened.item}>
        <Component contact={opened.contact} onClose={() => setOpened(undefined)} />
      </Contributed>
    ),
  };
}
