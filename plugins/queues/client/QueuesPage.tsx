import { useEffect, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { Contributed, translate, usePoint, useT } from '@balcao/sdk/client';
import { queueColumns } from './parts.ts';
import { Dot, IconButton, ListPage, edge, type DataColumn, useColorName } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';
import { DeleteQueue } from './DeleteQueue.tsx';
import { QueueDialog } from './QueueDialog.tsx';
import { useQueues } from './useQueues.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  // A dark colour must be visible in the dark theme too.
  mark: { width: '4px', height: '32px', borderRadius: '2px', flexShrink: 0, boxShadow: edge },
  color: { display: 'flex', alignItems: 'center', gap: '8px', fontVariantNumeric: 'tabular-nums' },
  said: {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    '@media (max-width: 599px)': { textAlign: 'start' },
    color: tokens.colorNeutralForeground2,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The company's queues. */
export default function QueuesPage() {
  const t = useT();
  const nameOf = useColorName();
  const styles = useStyles();
  const { queues, error, refetch } = useQueues();
  const added = usePoint(queueColumns);
  const [address, setAddress] = useSearchParams();
  const [edited, setEdited] = useState<Queue | 'new'>();
  const [leaving, setLeaving] = useState<Queue>();

  // `?new=1` opens the form of a new queue.
  useEffect(() => {
    if (!address.has('new')) return;
    setEdited('new');
    setAddress({}, { replace: true });
  }, [address, setAddress]);

  const textCell = (text: string) =>
    text ? (
      <span className={styles.said} title={text}>
        {text}
      </span>
    ) : (
      <span className={styles.quiet}>{t('list.nothing')}</span>
    );
  const columns: DataColumn<Queue>[] = [
    {
      id: 'name',
      header: t('field.name'),
      width: '30%',
      touch: 'title',
      cell: ({ name, color }) => (
        <span className={styles.name}>
          <span className={styles.mark} style={{ backgroundColor: color }} aria-hidden="true" />
          {name}
        </span>
      ),
    },
    ...added.map((item): DataColumn<Queue> => ({
      id: `${item.plugin}/${item.id}`,
      header: translate(item.plugin, item.label),
      width: '16%',
      cell: (queue) => (
        <Contributed item={item} inline>
          <item.component queue={queue} />
        </Contributed>
      ),
    })),
    {
      id: 'color',
      header: t('field.color'),
      width: 120,
      cell: ({ color }) => (
        <span className={styles.color}>
          <Dot color={color} square size={16} />
          {nameOf(color)}
        </span>
      ),
    },
    { id: 'greeting', header: t('field.greetingMessage'), cell: ({ greetingMessage }) => textCell(greetingMessage) },
    {
      id: 'outOfHours',
      header: t('field.outOfHoursMessage'),
      cell: ({ outOfHoursMessage }) => textCell(outOfHoursMessage),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (queue) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: queue.name })}
            onClick={() => setEdited(queue)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: queue.name })}
            onClick={() => setLeaving(queue)}
          />
        </span>
      ),
    },
  ];

  return (
    <ListPage
      title={t('page.title')}
      count={queues?.length}
      add={
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
          {t('action.add')}
        </Button>
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      columns={columns}
      rows={queues ?? []}
      rowKey={({ id }) => id}
      rowHeight={64}
      loading={!queues}
    >
      {edited && (
        <QueueDialog
          queue={edited === 'new' ? undefined : edited}
          others={queues?.filter((other) => edited === 'new' || other.id !== edited.id) ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {leaving && <DeleteQueue queue={leaving} onDone={refetch} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}
