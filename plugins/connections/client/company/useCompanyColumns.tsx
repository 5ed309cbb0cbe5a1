import { makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, RelativeTime, type DataColumn } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { ChannelMark } from '../list/ChannelMark.tsx';
import { DefaultMark } from '../list/DefaultMark.tsx';
import type { Question } from '../list/ConfirmationDialogs.tsx';
import { StatusCell } from '../list/StatusCell.tsx';
import { channelName, useChannels } from '../parts.ts';
import { SessionButtons } from '../session/SessionButtons.tsx';

const useStyles = makeStyles({
  channel: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

export interface CompanyColumnsOptions {
  busyId: number | undefined;
  onShowCode(connection: ConnectionRow): void;
  onStart(connection: ConnectionRow, fresh: boolean): void;
  onEdit(connection: ConnectionRow): void;
  onAsk(question: Question): void;
}

/** Returns the columns of another company’s connections, for super users. */
export function useCompanyColumns({ busyId, onShowCode, onStart, onEdit, onAsk }: CompanyColumnsOptions) {
  const t = useT();
  const styles = useStyles();
  const channels = useChannels();
  const columns: DataColumn<ConnectionRow>[] = [
    {
      id: 'channel',
      header: t('field.channel'),
      width: '17%',
      // The channel may belong to a module that is disabled here and enabled there: then its id is displayed.
      cell: ({ channel: channelId }) => {
        const channel = channels.find(({ id }) => id === channelId);
        return (
          <span className={styles.channel}>
            <ChannelMark channel={channel} />
            {channel ? channelName(channel) : channelId}
          </span>
        );
      },
    },
    {
      id: 'name',
      header: t('field.name'),
      width: '20%',
      touch: 'title',
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    {
      id: 'status',
      header: t('field.status'),
      width: '21%',
      cell: (connection) => <StatusCell connection={connection} />,
    },
    {
      id: 'session',
      header: t('field.session'),
      width: 232,
      cell: (connection) => (
        <SessionButtons
          connection={connection}
          isBusy={busyId === connection.id}
          onShowCode={() => onShowCode(connection)}
          onRetry={() => onStart(connection, false)}
          onRenew={() => onStart(connection, true)}
          onDisconnect={() => onAsk({ kind: 'disconnect', connection })}
        />
      ),
    },
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
    {
      id: 'actions',
      header: t('list.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 88,
      touch: 'actions',
      cell: (connection) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: connection.name })}
            onClick={() => onEdit(connection)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: connection.name })}
            onClick={() => onAsk({ kind: 'delete', connection })}
          />
        </span>
      ),
    },
  ];
  return columns;
}
