import { useState, type ReactNode } from 'react';
import { Contributed, usePoint, type Item } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { pageActions } from './parts.ts';

type PageAction = Item<typeof pageActions extends PointRef<infer T> ? T : never>;

export interface PageActions {
  items: readonly PageAction[];
  open(item: PageAction): void;
  /** The dialog of the entry that was chosen. */
  dialog: ReactNode;
}

/** Returns plugins’ entries of the menu of the list, and the dialog that one of them opened. */
export function usePageActions(term: string, count: number | undefined): PageActions {
  const items = usePoint(pageActions);
  const [opened, setOpened] = useState<PageAction>();
  return {
    items,
    open: setOpened,
    dialog: opened && (
      <Contributed item={opened}>
        <opened.component term={term} count={count} onClose={() => setOpened(undefined)} />
      </Contributed>
    ),
  };
}
