import { Combobox, Dropdown, Field, Option, Switch, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mediaUrl, api, useSession, useT, translate } from '@balcao/sdk/client';
import { Avatar, Dot, FormDialog, FormRow } from '@balcao/sdk/ui';
import { useColleagues, useQueues, useQueuesOf } from '../data/useDirectory.ts';
import type { Colleague } from '../data/useDirectory.ts';
import type { TransferTo } from '../data/useTicketActions.ts';
import { firstName } from '../model/names.ts';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px', width: '100%' },
  presence: { marginLeft: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface HandOverDialogProps {
  /** What is handed over. */
  text: string;
  /** Who has it already is no choice. */
  ownerId?: number | null;
  onHandOver(to: TransferTo): Promise<void>;
  onClose(): void;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** To whom or to which queue, by the rules of every transfer. */
export function HandOverDialog({ text, ownerId, onHandOver, onClose }: HandOverDialogProps) {
  const styles = useStyles();
  const t = useT();
  const { can, user: me } = useSession();
  const all = useQueues();
  const [typed, setTyped] = useState('');
  const [user, setUser] = useState<Colleague>();
  const [queueId, setQueueId] = useState<number>();
  const [notifyUser, setNotify] = useState(true);
  const [fault, setFault] = useState<string>();
  const [note, setNote] = useState('');
  const everybody = useColleagues();
  const own = useQueuesOf(user);
  const found = everybody?.filter((each) => each.id !== ownerId && (user || plain(each.name).includes(plain(typed))));
  const mayNote = can('tickets-manager:sendinternalchats');
  const mayNotify = useQuery({
    queryKey: ['tickets', 'notify-transfer'],
    queryFn: async () => (await api.get<{ value: string }>('/settings-notify-transfer')).value === 'enabled',
    staleTime: 5 * 60_000,
  }).data;

  const queues = own && own.length > 0 ? all.filter((each) => own.some((one) => one.id === each.id)) : all;
  const queue = queues.find((each) => each.id === queueId) ?? (user && queues.length === 1 ? queues[0] : undefined);

  const submit = async (): Promise<void> => {
    if (!user && !queue) return setFault(t('transfer.fault.nothing'));
    if (!queue) return setFault(t('transfer.fault.queue'));
    setFault(undefined);
    await onHandOver({
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
      <Field label={t('transfer.user')} hint={t(user ? 'transfer.userChosen' : 'transfer.userHint')}>
        <Combobox
          autoFocus
          freeform
          clearable
          clearIcon={{ 'aria-label': translate('shell', 'ui.clearSelection') }}
          value={user?.name ?? typed}
          selectedOptions={user ? [String(user.id)] : []}
          placeholder={t('transfer.userPlaceholder')}
          onChange={(event) => {
            setUser(undefined);
            setTyped(event.target.value);
          }}
          onOptionSelect={(_, data) => {
            const chosen = everybody?.find((each) => String(each.id) === data.optionValue);
            setUser(chosen);
            setTyped(chosen?.name ?? '');
            setFault(undefined);
          }}
        >
          {!found || found.length === 0 ? (
            <Option disabled value="hint" text="">
              {t(found ? 'transfer.nobody' : 'newTicket.searching')}
            </Option>
          ) : (
            found.map((each) => (
              <Option key={each.id} value={String(each.id)} text={each.name}>
                <span className={styles.option}>
                  <Avatar
                    name={each.name}
                    picture={each.profilePicUrl && mediaUrl(each.profilePicUrl)}
                    size={24}
                    presence={each.online ? 'online' : 'offline'}
                    decorative
                  />
                  {each.id === me.id ? t('transfer.me', { name: each.name }) : each.name}
                  <span className={styles.presence}>{t(each.online ? 'transfer.online' : 'transfer.offline')}</span>
                </span>
              </Option>
            ))
          )}
        </Combobox>
      </Field>
      <FormRow label={t('transfer.queue')} name="queueId" error={fault} required>
        <Dropdown
          placeholder={t('transfer.queuePlaceholder')}
          value={queue?.name ?? ''}
          selectedOptions={queue ? [String(queue.id)] : []}
          onOptionSelect={(_, data) => {
            setQueueId(Number(data.optionValue) || undefined);
            setFault(undefined);
          }}
        >
          {queues.map((each) => (
            <Option key={each.id} value={String(each.id)} text={each.name}>
              <span className={styles.option}>
                <Dot color={each.color} size={8} />
                {each.name}
              </span>
            </Option>
          ))}
        </Dropdown>
      </FormRow>
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
