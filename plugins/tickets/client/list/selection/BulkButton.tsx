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

/** An action of another plugin on many tickets, labelled by it. */
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
