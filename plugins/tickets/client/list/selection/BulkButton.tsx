import { PartBoundary, type Item, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '../../../contract.ts';
import type { ListBulk } from '../../parts.ts';

export interface BulkButtonProps {
  item: Item<ListBulk>;
  tickets: readonly TicketView[];
  isOpen: boolean;
  onOpen(): void;
  onClose(isDone: boolean): void;
}

/** What another plugin does with many tickets, under its own words. */
export function BulkButton({ item, tickets, isOpen, onOpen, onClose }: BulkButtonProps) {
  const t = useT();
  const Icon = item.icon;
  return (
    <>
      <IconButton icon={<Icon />} label={t(item.label)} aria-haspopup="dialog" onClick={onOpen} />
      {isOpen && (
        <PartBoundary>
          <item.component tickets={tickets} close={(isDone) => onClose(isDone === true)} />
        </PartBoundary>
      )}
    </>
  );
}
