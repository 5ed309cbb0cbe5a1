import { Combobox, Dropdown, Field, Option, Switch, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useSession, useT, translate } from '@balcao/sdk/client';
import { Avatar, Dot, FormDialog, FormRow } from '@balcao/sdk/ui';
import { searchUsers, useQueues } from '../data/useDirectory.ts';
import type { UserEntry } from '../data/useDirectory.ts';
import type { TransferTo } from '../data/useTicketActions.ts';
import { firstName } from '../model/names.ts';
import { useSearch } from './useSearch.ts';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

export interface HandOverDialogProps {
  /** What is handed over. */
  text: string;
  /** Who has it already is no choice. */
  ownerId?: number | null;
  onHandOver(to: TransferTo): Promise<void>;
  onClose(): void;
}

/** To whom or to which queue, by the rules of every transfer. */
export function HandOverDialog({ text, ownerId, onHandOver, onClose }: HandOverDialogProps) {
  const styles = useStyles();
  const t = useT();
  const { can, user: me } = useSession();
  const all = useQueues();
  const [typed, setTyped] = useState('');
  const [user, setUser] = useState<UserEntry>();
  const [queueId, setQueueId] = useState<number>();
  const [notifyUser, setNotify] = useState(true);
  const [fault, setFault] = useState<string>();
  const search = useSearch('users', user ? '' : typed, (term, signal) => searchUsers(term, can('users:view'), signal));
  const mayNotify = useQuery({
    queryKey: ['tickets', 'notify-transfer'],
    queryFn: async () => (await api.get<{ value: string }>('/settings-notify-transfer')).value === 'enabled',
    staleTime: 5 * 60_000,
  }).data;

  const queues =
    user?.queues && user.queues.length > 0 ? all.filter((each) => user.queues?.some((own) => own.id === each.id)) : all;
  const queue = queues.find((each) => each.id === queueId) ?? (user && queues.length === 1 ? queues[0] : undefined);

  const submit = async (): Promise<void> => {
    if (!user && !queue) return setFault(t('transfer.fault.nothing'));
    if (!queue) return setFault(t('transfer.fault.queue'));
    setFault(undefined);
    await onHandOver({
      userId: user?.id ?? null,
      queueId: queue.id,
      notifyUser: Boolean(user && mayNotify && notifyUser),
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
            const chosen = search.found?.find((each) => String(each.id) === data.optionValue);
            setUser(chosen);
            setTyped(chosen?.name ?? '');
            setFault(undefined);
          }}
        >
          {search.isTooShort || search.isSearching || search.found?.length === 0 ? (
            <Option disabled value="hint" text="">
              {t(
                search.isTooShort
                  ? 'transfer.userHint'
                  : search.isSearching
                    ? 'newTicket.searching'
                    : 'transfer.nobody',
              )}
            </Option>
          ) : (
            search.found
              ?.filter((each) => each.id !== ownerId)
              .map((each) => (
                <Option key={each.id} value={String(each.id)} text={each.name}>
                  <span className={styles.option}>
                    <Avatar name={each.name} size={24} decorative />
                    {each.id === me.id ? t('transfer.me', { name: each.name }) : each.name}
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
