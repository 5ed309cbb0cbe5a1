import { useMemo, useState } from 'react';
import { Exposed, useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import { queuePicker } from '@balcao/queues/contract';
import type { PanelRow } from '../../panel.ts';
import { queueFor, type Receiver, type useHandOver } from '../data/useHandOver.ts';
import { usePanelVersion } from '../data/usePanel.ts';
import { isColleague } from '../model/colleague.ts';
import { orderedPeople } from '../model/card-order.ts';
import { usePanelTools } from '../page/panel-context.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { PersonOption } from './PersonOption.tsx';

interface AssignDialogProps {
  row: PanelRow;
  /** Chosen already: the department is missing. */
  to: Receiver | undefined;
  onHandOver: ReturnType<typeof useHandOver>;
  onClose(): void;
}

/** Asks to whom a conversation goes: who is online and has the least to do is first. */
export default function AssignDialog({ row, to, onHandOver, onClose }: AssignDialogProps) {
  const t = useT();
  const { store } = usePanelTools();
  const version = usePanelVersion(store);
  const [chosenId, setChosen] = useState(to?.id);
  const [queueId, setQueue] = useState<number | null>(row.queueId);
  const [fault, setFault] = useState<string>();
  const people = useMemo(() => {
    const others = store.people().filter((each) => isColleague(each) && each.id !== row.userId);
    return orderedPeople(others, 'free', (id) => store.counts(id));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [row.userId, store, version]);
  const person = people.find(({ id }) => id === chosenId);
  const queue = queueId ?? (person ? queueFor(row, person) : null);
  const submit = async (): Promise<void> => {
    if (!person) return setFault(undefined);
    if (queue === null) return setFault(t('choose.queueMissing'));
    onClose();
    await onHandOver(row, person, queue);
  };
  return (
    <FormDialog
      open
      title={t(row.userId === null ? 'assign.title' : 'assign.handOver')}
      subtitle={row.contact.name}
      submitLabel={t(row.userId === null ? 'row.assign' : 'row.handOver')}
      width={520}
      disabled={!person}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceList
        label={t('assign.person')}
        placeholder={t('filter.person')}
        none={t('assign.nobody')}
        items={people}
        textOf={({ name }) => name}
        render={(each) => <PersonOption person={each} counts={store.counts(each.id)} />}
        chosenId={chosenId}
        onChoose={setChosen}
      />
      <Exposed
        of={queuePicker}
        props={{
          label: t('assign.queue'),
          value: queue,
          onChange: (chosen) => {
            setQueue(chosen?.id ?? null);
            setFault(undefined);
          },
          error: fault,
          required: true,
        }}
      />
    </FormDialog>
  );
}
