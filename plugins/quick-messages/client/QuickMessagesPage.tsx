import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  Add20Regular,
  Delete20Regular,
  Edit20Regular,
  Flash32Regular,
  PeopleList16Regular,
  Share20Regular,
} from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, ListPage, type DataColumn } from '@balcao/sdk/ui';
import type { QuickMessage } from '../contract.ts';
import { PriorityMark } from './PriorityMark.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { Said } from './Said.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { QuickMessageDialog } from './form/QuickMessageDialog.tsx';
import { useQuickMessages } from './useQuickMessages.ts';

const useStyles = makeStyles({
  code: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  shortcode: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  slash: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  sharing: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The replies that a person has at hand, their own and shared ones. `?new=1` opens the form. */
export default function QuickMessagesPage() {
  const t = useT();
  const styles = useStyles();
  const { user, can } = useSession();
  const { touch } = useViewport();
  const [address, setAddress] = useSearchParams();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<QuickMessage>();
  const [shared, setShared] = useState<QuickMessage>();
  const [leaving, setLeaving] = useState<QuickMessage>();
  const { quickMessages, count, error, isLoading, hasMore, more, refetch } = useQuickMessages(term);
  const isOwn = ({ userId }: QuickMessage): boolean => userId === user.id;
  const isNew = address.has('new');
  const openNew = (open: boolean): void => setAddress(open ? { new: '1' } : {}, { replace: true });

  const sharingOf = (quickMessage: QuickMessage): string | undefined =>
    quickMessage.sharedWith.length > 0
      ? t('list.sharedWith', { count: quickMessage.sharedWith.length })
      : !isOwn(quickMessage) && quickMessage.userName !== null
        ? t('list.from', { name: quickMessage.userName })
        : undefined;
  const columns: DataColumn<QuickMessage>[] = [
    {
      id: 'shortcode',
      header: t('field.shortcode'),
      width: '26%',
      touch: 'title',
      cell: (quickMessage) => {
        const sharing = sharingOf(quickMessage);
        return (
          <span className={styles.code}>
            <span className={styles.shortcode} title={quickMessage.shortcode}>
              {touch && <PriorityMark priority={quickMessage.priority} compact />}
              <span className={styles.name}>
                <span className={styles.slash}>/</span>
                {quickMessage.shortcode}
              </span>
            </span>
            {touch && <Said quickMessage={quickMessage} />}
            {sharing && (
              <span className={styles.sharing} title={quickMessage.sharedWith.map(({ name }) => name).join(', ')}>
                <PeopleList16Regular aria-hidden="true" />
                {sharing}
              </span>
            )}
          </span>
        );
      },
    },
    {
      id: 'message',
      header: t('field.message'),
      touch: 'hide',
      cell: (quickMessage) => <Said quickMessage={quickMessage} />,
    },
    {
      id: 'priority',
      header: t('field.priority'),
      width: 110,
      touch: 'hide',
      cell: ({ priority }) => <PriorityMark priority={priority} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      quietHeader: true,
      align: 'end',
      width: 132,
      touch: 'actions',
      cell: (quickMessage) => (
        <span className={styles.actions}>
          {isOwn(quickMessage) && can('quick-messages:share') && (
            <IconButton
              icon={<Share20Regular />}
              label={t('action.share', { name: quickMessage.shortcode })}
              onClick={() => setShared(quickMessage)}
            />
          )}
          {isOwn(quickMessage) && (
            <IconButton
              icon={<Edit20Regular />}
              label={t('action.edit', { name: quickMessage.shortcode })}
              onClick={() => setEdited(quickMessage)}
            />
          )}
          <IconButton
            icon={<Delete20Regular />}
            label={t(isOwn(quickMessage) ? 'action.delete' : 'action.leave', { name: quickMessage.shortcode })}
            onClick={() => setLeaving(quickMessage)}
          />
        </span>
      ),
    },
  ];

  return (
    <ListPage
      title={t('page.title')}
      count={count}
      search={{ term, onSearch: setTerm, placeholder: t('list.search') }}
      add={
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => openNew(true)}>
          {t('action.add')}
        </Button>
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{ icon: <Flash32Regular />, title: t('list.empty'), text: t('list.emptyText') }}
      notFound={{ title: t('list.none', { term }), text: t('list.noneText') }}
      columns={columns}
      rows={quickMessages}
      rowKey={({ id }) => id}
      rowHeight={64}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    >
      {(isNew || edited) && (
        <QuickMessageDialog
          key={edited?.id ?? 'new'}
          quickMessage={edited}
          onClose={() => {
            setEdited(undefined);
            if (isNew) openNew(false);
          }}
        />
      )}
      {shared && <ShareDialog quickMessage={shared} onClose={() => setShared(undefined)} />}
      {leaving && <RemoveDialog quickMessage={leaving} isOwn={isOwn(leaving)} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}
