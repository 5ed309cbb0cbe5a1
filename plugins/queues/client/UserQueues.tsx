import { useEffect, useRef } from 'react';
import { useT } from '@balcao/sdk/client';
import { Bar, FormRow } from '@balcao/sdk/ui';
import { QueueChips } from './QueueChips.tsx';
import { useQueues } from './useQueues.ts';

export interface UserQueuesProps {
  user: { queues?: { id: number }[] } | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown, known?: unknown): void;
}

const field = 'queueIds';

/** The queues of a person, within that person's form. */
export default function UserQueues({ user, values, setValue }: UserQueuesProps) {
  const t = useT();
  const { queues } = useQueues();
  const known = user?.queues?.map((queue) => queue.id);
  const chosen = (values[field] as number[] | undefined) ?? known ?? [];
  const toggle = (id: number): void =>
    setValue(field, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], known);

  // The only queue of a company is preselected for new people.
  const offered = useRef(false);
  const only = queues?.length === 1 ? queues[0]?.id : undefined;
  useEffect(() => {
    if (offered.current || user || only === undefined) return;
    offered.current = true;
    setValue(field, [only], [only]);
  }, [user, only, setValue]);
  const seesNothing = values['profile'] === 'user' && queues && queues.length > 0 && chosen.length === 0;

  return (
    <>
      <FormRow label={t('user.label')} name={field} help={t('user.help')}>
        <QueueChips queues={queues} chosen={chosen} onToggle={toggle} />
      </FormRow>
      {seesNothing && <Bar tone="warn">{t('user.noneChosen')}</Bar>}
    </>
  );
}
