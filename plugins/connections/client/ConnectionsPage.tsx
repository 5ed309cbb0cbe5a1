import { useCallback, useEffect, useRef, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular, Settings20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { Contributed, useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, ListPage, RelativeTime, type DataColumn } from '@balcao/sdk/ui';
import { isUnreached, isUp, type ConnectionRow } from './connection-row.ts';
import { ChannelSheet } from './form/ChannelSheet.tsx';
import { ConnectionDialog } from './form/ConnectionDialog.tsx';
import { AddMenu } from './list/AddMenu.tsx';
import { ChannelMark } from './list/ChannelMark.tsx';
import { DefaultMark } from './list/DefaultMark.tsx';
import { DownBar } from './list/DownBar.tsx';
import { ConfirmationDialogs, type Question } from './list/ConfirmationDialogs.tsx';
import { StatusCell } from './list/StatusCell.tsx';
import { channelName, useChannels, type ChannelItem } from './parts.ts';
import { QrDialog } from './qr/QrDialog.tsx';
import { SessionButtons } from './session/SessionButtons.tsx';
import { useSessionActions } from './session/useSessionActions.ts';
import { refetchConnections, useConnections } from './useConnections.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  strong: { fontWeight: tokens.fontWeightSemibold },
  channel: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

type Opened = { kind: 'add'; channel: ChannelItem } | { kind: 'edit' | 'code' | 'channel'; id: number };

/** The page of the company’s connections. */
export default function ConnectionsPage() {
  const t = useT();
  const styles = useStyles();
  const queries = useQueryClient();
  const { can } = useSession();
  const { touch } = useViewport();
  const channels = useChannels();
  const { connections, error, refetch } = useConnections();
  const session = useSessionActions();
  const [opened, setOpened] = useState<Opened>();
  const [question, setQuestion] = useState<Question>();
  const close = useCallback(() => setOpened(undefined), []);
  // A channel was enabled or disabled, so the list’s data about its connections is outdated.
  const present = channels.map(({ id }) => id).join();
  const known = useRef(present);
  useEffect(() => {
    if (known.current !== present) void refetchConnections(queries);
    known.current = present;
  }, [present, queries]);

  const mayPair = can('connections-page:actionButtons');
  const mayAdd = can('connections-page:addConnection');
  const mayEdit = can('connections-page:editOrDeleteConnection');
  const channelOf = ({ channel }: ConnectionRow) => channels.find(({ id }) => id === channel);
  /** Returns true if the channel has settings of its own besides the pairing, which has its own dialog. */
  const hasOwnPart = (connection: ConnectionRow): boolean => {
    const channel = channelOf(connection);
    return channel?.form !== undefined || (channel?.setup !== undefined && !connection.capabilities.qr);
  };
  const current = opened && 'id' in opened ? connections?.find(({ id }) => id === opened.id) : undefined;
  const currentChannel = current && channelOf(current);

  const start = async (connection: ConnectionRow, fresh: boolean): Promise<void> => {
    const next = await (fresh ? session.renew(connection) : session.retry(connection));
    if (next?.status === 'qrcode') setOpened({ kind: 'code', id: next.id });
    // The channel’s own sheet shows what is missing.
    else if (next?.status === 'DISCONNECTED' && hasOwnPart(next)) setOpened({ kind: 'channel', id: next.id });
  };
  const mend = (connection: ConnectionRow): void => {
    if (connection.status === 'qrcode') setOpened({ kind: 'code', id: connection.id });
    else void start(connection, connection.capabilities.qr === true && !isUnreached(connection));
  };
  const onAdded = (connection: ConnectionRow): void => {
    if (connection.capabilities.qr) void start(connection, true);
    else {
      void session.retry(connection);
      if (channelOf(connection)?.setup) setOpened({ kind: 'channel', id: connection.id });
    }
  };

  const columns: DataColumn<ConnectionRow>[] = [
    {
      id: 'name',
      header: t('field.connection'),
      width: '24%',
      touch: 'title',
      cell: (connection) => {
        const channel = channelOf(connection);
        return (
          <span className={styles.name}>
            <ChannelMark channel={channel} />
            <span className={styles.names}>
              <span className={styles.strong}>{connection.name}</span>
              <span className={styles.channel}>
                {channel ? channelName(channel) : t('list.channelOff', { channel: connection.channel })}
                {touch && connection.isDefault && ` · ${t('field.default')}`}
              </span>
            </span>
          </span>
        );
      },
    },
    {
      id: 'status',
      header: t('field.status'),
      width: '20%',
      cell: (connection) => <StatusCell connection={connection} />,
    },
    ...(mayPair
      ? [
          {
            id: 'session',
            header: t('field.session'),
            width: 232,
            cell: (connection: ConnectionRow) =>
              connection.channelOn && (
                <SessionButtons
                  connection={connection}
                  isBusy={session.busyId === connection.id}
                  onShowCode={() => setOpened({ kind: 'code', id: connection.id })}
                  onRetry={() => void start(connection, false)}
                  onRenew={() => void start(connection, true)}
                  onDisconnect={() => setQuestion({ kind: 'disconnect', connection })}
                />
              ),
          },
        ]
      : []),
    {
      id: 'updated',
      header: t('field.updated'),
      width: 90,
      cell: ({ updatedAt }) => <RelativeTime date={updatedAt} />,
    },
    {
      id: 'default',
      header: t('field.default'),
      width: 90,
      touch: 'hide',
      cell: ({ isDefault }) => isDefault && <DefaultMark />,
    },
    ...(mayEdit
      ? [
          {
            id: 'actions',
            header: t('list.actions'),
            hiddenHeader: true,
            align: 'end' as const,
            width: connections?.some(hasOwnPart) ? 132 : 96,
            touch: 'actions' as const,
            cell: (connection: ConnectionRow) => (
              <span className={styles.actions}>
                {hasOwnPart(connection) && (
                  <IconButton
                    icon={<Settings20Regular />}
                    label={t('action.channel', { name: connection.name })}
                    onClick={() => setOpened({ kind: 'channel', id: connection.id })}
                  />
                )}
                <IconButton
                  icon={<Edit20Regular />}
                  label={t('action.edit', { name: connection.name })}
                  onClick={() => setOpened({ kind: 'edit', id: connection.id })}
                />
                <IconButton
                  icon={<Delete20Regular />}
                  label={t('action.delete', { name: connection.name })}
                  onClick={() => setQuestion({ kind: 'delete', connection })}
                />
              </span>
            ),
          },
        ]
      : []),
  ];

  const add = mayAdd ? <AddMenu onChoose={(channel) => setOpened({ kind: 'add', channel })} /> : undefined;
  const up = connections?.filter(isUp).length ?? 0;

  return (
    <ListPage
      title={t('page.title')}
      subtitle={connections?.length && !touch ? t('list.summary', { count: connections.length, up }) : undefined}
      add={add}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      above={<DownBar connections={connections ?? []} onMend={mayPair ? mend : undefined} />}
      columns={columns}
      rows={connections ?? []}
      rowKey={({ id }) => id}
      rowHeight={64}
      loading={!connections}
    >
      {opened?.kind === 'add' &&
        (opened.channel.connect ? (
          <Contributed item={opened.channel}>
            <opened.channel.connect onAdded={() => void refetchConnections(queries)} onClose={close} />
          </Contributed>
        ) : (
          <ConnectionDialog channel={opened.channel} onAdded={onAdded} onClose={close} />
        ))}
      {opened?.kind === 'edit' && current && (
        <ConnectionDialog connection={current} channel={currentChannel} onAdded={onAdded} onClose={close} />
      )}
      {opened?.kind === 'code' && current && <QrDialog connection={current} onClose={close} />}
      {opened?.kind === 'channel' && current && currentChannel && (
        <ChannelSheet connection={current} channel={currentChannel} onClose={close} />
      )}
      {question && (
        <ConfirmationDialogs
          question={question}
          onClose={() => setQuestion(undefined)}
          onDone={async () => {
            setQuestion(undefined);
            await refetchConnections(queries);
          }}
        />
      )}
    </ListPage>
  );
}
