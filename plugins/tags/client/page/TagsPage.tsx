import { useState } from 'react';
import { Button, Tooltip, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular, LockClosed16Regular } from '@fluentui/react-icons';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, IconButton, ListPage, type DataColumn } from '@balcao/sdk/ui';
import { writeChosen } from '../list/chosen-tags.ts';
import { DeleteTagDialog } from './DeleteTagDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import { useTagPages, type TagRow } from './useTagPages.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  lock: { display: 'inline-flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  color: { display: 'flex', alignItems: 'center', gap: '8px', fontVariantNumeric: 'tabular-nums' },
  swatch: { width: '16px', height: '16px', borderRadius: tokens.borderRadiusSmall, flexShrink: 0 },
  number: { fontVariantNumeric: 'tabular-nums' },
  link: {
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (max-width: 599px)': { padding: '10px 0 10px 24px', marginBlock: '-10px' },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The company's tags, and how much each is used. */
export default function TagsPage() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const [address, setAddress] = useSearchParams();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<TagRow>();
  const [leaving, setLeaving] = useState<TagRow>();
  const { tags, count, error, isLoading, hasMore, more, refetch } = useTagPages(term);
  const isAdding = address.get('tag') === 'new';
  const setAdding = (isOn: boolean): void => setAddress(isOn ? { tag: 'new' } : {}, { replace: true });

  const columns: DataColumn<TagRow>[] = [
    {
      id: 'name',
      header: t('field.name'),
      touch: 'title',
      cell: ({ name, color, isProtected }) => (
        <span className={styles.name}>
          <Dot color={color} size={10} />
          <span className={styles.text}>{name}</span>
          {isProtected && (
            <Tooltip relationship="label" content={t('list.protected')}>
              <span className={styles.lock} role="img">
                <LockClosed16Regular aria-hidden="true" />
              </span>
            </Tooltip>
          )}
        </span>
      ),
    },
    {
      id: 'color',
      header: t('field.color'),
      width: 140,
      touch: 'hide',
      cell: ({ color }) => (
        <span className={styles.color}>
          <span className={styles.swatch} style={{ backgroundColor: color }} aria-hidden="true" />
          {color}
        </span>
      ),
    },
    {
      id: 'tickets',
      header: t('field.tickets'),
      width: 140,
      align: 'end',
      cell: ({ id, name, tickets }) =>
        tickets === 0 ? (
          <span className={mergeClasses(styles.number, styles.quiet)}>0</span>
        ) : (
          <RouterLink
            to={`/tickets?${new URLSearchParams({ tags: writeChosen([id]), all: '1' }).toString()}`}
            aria-label={t('list.show', { count: tickets, name })}
            className={mergeClasses(styles.number, styles.link)}
          >
            {format.number(tickets)}
          </RouterLink>
        ),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      quietHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (tag) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: tag.name })}
            onClick={() => setEdited(tag)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={tag.isProtected ? t('list.protected') : t('action.delete', { name: tag.name })}
            disabledFocusable={tag.isProtected}
            onClick={() => !tag.isProtected && setLeaving(tag)}
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
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => setAdding(true)}>
          {t('form.add')}
        </Button>
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('list.empty'), text: t('list.emptyText') }}
      notFound={{ title: t('list.none', { term }), text: t('list.noneText') }}
      columns={columns}
      rows={tags}
      rowKey={({ id }) => id}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    >
      {(edited ?? isAdding) && (
        <TagDialog
          tag={edited}
          onSaved={refetch}
          onClose={() => {
            setEdited(undefined);
            setAdding(false);
          }}
        />
      )}
      {leaving && <DeleteTagDialog tag={leaving} onDeleted={refetch} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}
