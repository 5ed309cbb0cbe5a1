import type { Queue } from '@balcao/queues/contract';
import { useT } from '@balcao/sdk/client';

export default function ShelfCell({ queue }: { queue: Queue & { shelfNo?: number } }) {
  const t = useT();
  return <span>{queue.shelfNo ? t('shelfNo', { number: queue.shelfNo }) : t('noShelf')}</span>;
}
