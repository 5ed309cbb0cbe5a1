import { useEffect, useState } from 'react';
import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular, Key20Regular, Mail20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { mediaUrl, api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, ConfirmDialog, IconButton, ListPage, RelativeTime, type DataColumn } from '@balcao/sdk/ui';
import { BulkBar } from './bulk/BulkBar.tsx';
import { Invited } from './Invited.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { QueueMarks } from './QueueMarks.tsx';
import { UserDialog } from './UserDialog.tsx';
import { useUsers } from './useUsers.ts';
import { mayChange, type SentLink, type User } from './user.ts';

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  // Aligns the box with the edge of the row, without reducing its click target.
  tick: { marginInline: '-8px' },
  whole: { whiteSpace: 'nowrap' },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The people of the company. */
export default function UsersPage() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const session = useSession();
  const [term, setTerm] = useState('');
  const [address, setAddress] = useSearchParams();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [edited, setEdited] = useState<User | 'new'>();
  const [leaving, setLeaving] = useState<User>();
  const [linked, setLinked] = useState<User>();
  const [handed, setHanded] = useState<{ link: string; name: string }>();

  // `?new=1` opens the form of a new person.
  useEffect(() => {
    if (!address.has('new')) return;
    setEdited('new');
    setAddress({}, { replace: true });
  }, [address, setAddress]);
  const { users, count, error, isLoading, hasMore, more, refetch } = useUsers(term);
  const mayAdd = session.setting('userCreation') !== 'disabled';

  const mayTick = (user: User): boolean => mayChange(session, user) && user.id !== session.user.id;
  const tick = (id: number, isOn: boolean): void =>
    setTicked((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const mayTicked = users.filter(mayTick);

  const actions = (user: User) => (
    <span className={styles.actions}>
      <IconButton
        icon={<Edit20Regular />}
        label={t('action.edit', { name: user.name })}
        disabled={!mayChange(session, user)}
        onClick={() => setEdited(user)}
      />
      <IconButton
        icon={user.invitedUntil ? <Mail20Regular /> : <Key20Regular />}
        label={t(user.invitedUntil ? 'action.inviteAgain' : 'action.passwordLink', { name: user.name })}
        disabled={!mayChange(session, user) || user.id === session.user.id}
        onClick={() => setLinked(user)}
      />
      <IconButton
        icon={<Delete20Regular />}
        label={t(user.invitedUntil ? 'action.withdraw' : 'action.delete', { name: user.name })}
        disabled={!mayChange(session, user) || user.id === session.user.id}
        onClick={() => setLeaving(user)}
      />
    </span>
  );
  const columns: DataColumn<User>[] = [
    {
      id: 'name',
      header: t('field.name'),
      width: '26%',
      touch: 'title',
      cell: (user) => (
        <span className={styles.person}>
          <Checkbox
            className={styles.tick}
            aria-label={t('bulk.tick', { name: user.name })}
            disabled={!mayTick(user)}
            checked={ticked.has(user.id)}
            onChange={(_, { checked }) => tick(user.id, checked === true)}
          />
          <Avatar
            name={user.name}
            picture={user.profilePicUrl && mediaUrl(user.profilePicUrl)}
            size={32}
            presence={user.online ? 'online' : 'offline'}
          />
          {user.name}
        </span>
      ),
    },
    { id: 'email', header: t('field.email'), width: '24%', cell: ({ email }) => email },
    {
      id: 'profile',
      header: t('field.profile'),
      width: 130,
      cell: ({ profile }) => <span className={styles.whole}>{t(`profile.${profile}`)}</span>,
    },
    ...(users.some(({ queues }) => queues !== undefined)
      ? [
          {
            id: 'queues',
            header: t('field.queues'),
            cell: ({ queues = [] }: User) =>
              queues.length > 0 ? (
                <QueueMarks queues={queues} />
              ) : (
                <span className={styles.quiet}>{t('list.noQueue')}</span>
              ),
          },
        ]
      : []),
    {
      id: 'online',
      header: t('field.online'),
      width: 130,
      cell: ({ online, lastOnline, invitedUntil }) =>
        invitedUntil ? (
          <Invited until={invitedUntil} />
        ) : online ? (
          <span className={styles.whole}>{t('list.online')}</span>
        ) : (
          <span className={mergeClasses(styles.quiet, styles.whole)}>
            {lastOnline ? <RelativeTime date={lastOnline} /> : t('list.never')}
          </span>
        ),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 132,
      touch: 'actions',
      cell: actions,
    },
  ];

  return (
    <ListPage
      title={t('page.title')}
      count={count}
      search={{ term, onSearch: setTerm, placeholder: t('list.search') }}
      add={
        mayAdd && (
          <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
            {t('action.add')}
          </Button>
        )
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('list.none', { term }), text: t('list.noneText') }}
      notFound={{ title: t('list.none', { term }), text: t('list.noneText') }}
      above={
        <BulkBar
          // People who are no longer in the list are not included.
          users={mayTicked.filter(({ id }) => ticked.has(id))}
          all={mayTicked.length}
          onAll={() => setTicked(new Set(mayTicked.map(({ id }) => id)))}
          onClear={() => setTicked(new Set())}
          onChanged={refetch}
        />
      }
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    >
      {edited && (
        <UserDialog
          user={edited === 'new' ? undefined : edited}
          onSaved={refetch}
          onLink={(link, name) => setHanded({ link, name })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {linked && (
        <ConfirmDialog
          open
          danger={false}
          title={t(linked.invitedUntil ? 'link.againTitle' : 'link.resetTitle', { name: linked.name })}
          text={t(linked.invitedUntil ? 'link.againText' : 'link.resetText', { email: linked.email })}
          confirmLabel={t('link.send')}
          onClose={() => setLinked(undefined)}
          onConfirm={async () => {
            const { link } = await api.post<SentLink>(`/users/${linked.id}/password-link`);
            if (link === null) toasts.success(t('link.mailed', { email: linked.email }));
            else setHanded({ link, name: linked.name });
            setLinked(undefined);
            await refetch();
          }}
        />
      )}
      {handed && <LinkDialog {...handed} onClose={() => setHanded(undefined)} />}
      {leaving && (
        <ConfirmDialog
          open
          title={t(leaving.invitedUntil ? 'withdraw.title' : 'delete.title', { name: leaving.name })}
          text={t(leaving.invitedUntil ? 'withdraw.text' : 'delete.text')}
          confirmLabel={t(leaving.invitedUntil ? 'withdraw.confirm' : 'delete.confirm')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await api.delete(`/users/${leaving.id}`);
            await refetch();
            toasts.success(t(leaving.invitedUntil ? 'withdraw.done' : 'delete.done'));
            setLeaving(undefined);
          }}
        />
      )}
    </ListPage>
  );
}
