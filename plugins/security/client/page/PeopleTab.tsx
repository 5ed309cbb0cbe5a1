import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PlugDisconnected20Regular, ShieldDismiss20Regular } from '@fluentui/react-icons';
import { mediaUrl, useApi, useSession, useT, useToasts } from '@balcao/sdk/client';
import {
  Avatar,
  ConfirmDialog,
  DataTable,
  ErrorState,
  IconButton,
  RelativeTime,
  StatusPill,
  type DataColumn,
} from '@balcao/sdk/ui';
import { deviceName, type SessionRow } from '../session-row.ts';

interface PersonRow {
  id: number;
  name: string;
  email: string;
  super: boolean;
  profilePicUrl: string | null;
  twoStep: boolean;
  session?: SessionRow;
}

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  names: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  small: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** Lists the signed-in people with their devices, and whether they use two-step login. */
export function PeopleTab() {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const styles = useStyles();
  const { user } = useSession();
  const [ending, setEnding] = useState<PersonRow>();
  const [resetting, setResetting] = useState<PersonRow>();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['security', 'people'],
    queryFn: ({ signal }) => api.get<PersonRow[]>('/security/people', {}, { signal }),
  });
  const isBeyond = (person: PersonRow): boolean => person.super && !user.super;

  const columns: DataColumn<PersonRow>[] = [
    {
      id: 'name',
      header: t('people.name'),
      touch: 'title',
      cell: ({ name, email, profilePicUrl }) => (
        <span className={styles.person}>
          <Avatar name={name} picture={profilePicUrl && mediaUrl(profilePicUrl)} size={32} />
          <span className={styles.names}>
            <span className={styles.name}>{name}</span>
            <span className={mergeClasses(styles.quiet, styles.small)}>{email}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'twoStep',
      header: t('people.twoStep'),
      width: 150,
      cell: ({ twoStep }) => (
        <StatusPill tone={twoStep ? 'ok' : 'neutral'}>{t(twoStep ? 'twoStep.stateOn' : 'twoStep.stateOff')}</StatusPill>
      ),
    },
    {
      id: 'device',
      header: t('people.device'),
      width: '18%',
      cell: ({ session }) =>
        session ? deviceName(session, t) : <span className={styles.quiet}>{t('people.nobody')}</span>,
    },
    {
      id: 'address',
      header: t('people.address'),
      width: 140,
      touch: 'hide',
      cell: ({ session }) => <span className={styles.quiet}>{session?.ip ?? '—'}</span>,
    },
    {
      id: 'lastUse',
      header: t('people.lastUse'),
      width: 120,
      cell: ({ session }) => (session ? <RelativeTime date={session.lastUsedAt} /> : '—'),
    },
    {
      id: 'actions',
      header: t('people.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (person) => (
        <span className={styles.actions}>
          {person.twoStep && person.id !== user.id && !isBeyond(person) && (
            <IconButton
              icon={<ShieldDismiss20Regular />}
              label={t('people.reset', { name: person.name })}
              onClick={() => setResetting(person)}
            />
          )}
          {person.session && !person.session.isPresent && !isBeyond(person) && (
            <IconButton
              icon={<PlugDisconnected20Regular />}
              label={t('people.end', { name: person.name })}
              onClick={() => setEnding(person)}
            />
          )}
        </span>
      ),
    },
  ];

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label={t('people.title')}
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={isLoading}
        rowHeight={64}
      />
      {ending && (
        <ConfirmDialog
          open
          title={t('people.end', { name: ending.name })}
          text={t('people.endText', { name: ending.name })}
          confirmLabel={t('people.endAction')}
          onConfirm={async () => {
            await api.delete(`/security/people/${ending.id}/sessions`);
            toasts.success(t('people.endDone', { name: ending.name }));
            setEnding(undefined);
            await refetch();
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
      {resetting && (
        <ConfirmDialog
          open
          title={t('people.reset', { name: resetting.name })}
          text={t('people.resetText')}
          confirmLabel={t('people.resetAction')}
          onConfirm={async () => {
            await api.delete(`/security/people/${resetting.id}/two-step`);
            toasts.success(t('people.resetDone', { name: resetting.name }));
            setResetting(undefined);
            await refetch();
          }}
          onClose={() => setResetting(undefined)}
        />
      )}
    </>
  );
}
