import { Field, Switch, Textarea } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, Exposed, preloadExposed, useSession, useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import { queuePicker, type ChosenQueue } from '@balcao/queues/contract';
import { userPicker, type ChosenUser } from '@balcao/users/contract';
import { useQueuesOf } from '../data/useDirectory.ts';
import type { TransferTo } from '../data/useTicketActions.ts';
import { firstName } from '../model/names.ts';

/** Loads its fields before it opens, because one of them gets the focus. */
export const ready = (): Promise<void> => preloadExposed(userPicker, queuePicker);

export interface TransferTargetDialogProps {
  /** Description of what is transferred. */
  text: string;
  /** The current attendant is no option. */
  ownerId?: number | null;
  onTransfer(to: TransferTo): Promise<void>;
  onClose(): void;
}

/** A dialog to choose a person or a queue, by the rules of every transfer. */
export function TransferTargetDialog({ text, ownerId, onTransfer, onClose }: TransferTargetDialogProps) {
  const t = useT();
  const { can } = useSession();
  const [user, setUser] = useState<ChosenUser | null>(null);
  const [chosenQueue, setQueue] = useState<ChosenQueue | null>(null);
  const [notifyUser, setNotify] = useState(true);
  const [fault, setFault] = useState<string>();
  const [note, setNote] = useState('');
  const own = useQueuesOf(user);
  const mayNote = can('tickets-manager:sendinternalchats');
  const mayNotify = useQuery({
    queryKey: ['tickets', 'notify-transfer'],
    queryFn: async () => (await api.get<{ value: string }>('/settings-notify-transfer')).value === 'enabled',
    staleTime: 5 * 60_000,
  }).data;

  // For a person without queues, every queue is offered.
  const among = own && own.length > 0 ? own.map(({ id }) => id) : undefined;
  const queue = chosenQueue && (!among || among.includes(chosenQueue.id)) ? chosenQueue : null;

  const submit = async (): Promise<void> => {
    if (!user && !queue) return setFault(t('transfer.fault.nothing'));
    if (!queue) return setFault(t('transfer.fault.queue'));
    setFault(undefined);
    await onTransfer({
      userId: user?.id ?? null,
      queueId: queue.id,
      notifyUser: Boolean(user && mayNotify && notifyUser),
      name: user ? `${user.name} · ${queue.name}` : queue.name,
      ...(note.trim() && { note: note.trim() }),
    });
    onClose();
  };
  return (
    <FormDialog
      open
      title={t('transfer.title')}
      subtitle={text}
      submitLabel={t('action.transfer')}
      width={480}
      onSubmit={submit}
      onClose={onClose}
    >
      <Exposed
        of={userPicker}
        props={{
          label: t('transfer.user'),
          value: user,
          onChange: (chosen) => {
            setUser(chosen);
            setFault(undefined);
          },
          without: ownerId ? [ownerId] : [],
          hint: t(user ? 'transfer.userChosen' : 'transfer.userHint'),
          autoFocus: true,
        }}
      />
      <Exposed
        of={queuePicker}
        props={{
          label: t('transfer.queue'),
          value: queue?.id ?? null,
          onChange: (chosen) => {
            setQueue(chosen);
            setFault(undefined);
          },
          among,
          choosesOnly: user !== null && own !== undefined,
          name: 'queueId',
          error: fault,
          required: true,
        }}
      />
      {mayNote && (
        <Field label={t('transfer.note')} hint={t('transfer.noteHint')}>
          <Textarea
            rows={2}
            resize="vertical"
            maxLength={4000}
            value={note}
            onChange={(_, data) => setNote(data.value)}
          />
        </Field>
      )}
      {user && mayNotify && (
        <Switch
          label={t('transfer.notify', { name: firstName(user.name) })}
          checked={notifyUser}
          onChange={(_, data) => setNotify(data.checked)}
        />
      )}
    </FormDialog>
  );
}
