import type { Queue } from '@balcao/queues/contract';
import { useT } from '@balcao/sdk/client';

interface ShelfFieldProps {
  queue: (Queue & { shelfNo?: number }) | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export default function ShelfField({ queue, values, setValue }: ShelfFieldProps) {
  const t = useT();
  const typed = values['shelfNo'] ?? queue?.shelfNo ?? '';
  return (
    <label>
      {t('shelf')}
      <input value={String(typed)} onChange={({ target }) => setValue('shelfNo', Number(target.value))} />
    </label>
  );
}
