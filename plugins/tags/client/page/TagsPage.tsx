import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { Link as RouterLink } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, EditableList, LazyTooltip, usePages, useColorName } from '@balcao/sdk/ui';
import { writeChosen } from '../list/chosen-tags.ts';
import { tagKeys } from '../useTags.ts';
import { TagDialog } from './TagDialog.tsx';
import { TagUsage } from './TagUsage.tsx';
import type { TagRow } from './tag-row.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  lock: { display: 'inline-flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  color: { display: 'flex', alignItems: 'center', gap: '8px', fontVariantNumeric: 'tabular-nums' },
  number: { fontVariantNumeric: 'tabular-nums' },
  link: {
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (max-width: 599px)': { padding: '10px 0 10px 24px', marginBlock: '-10px' },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** The company's tags with their number of conversations. */
export default function TagsPage() {
  const t = useT();
  const nameOf = useColorName();
  const styles = useStyles();
  const format = useFormat();
  const tags = usePages<TagRow>('/tags', { key: tagKeys.pages, rowsIn: 'tags' });
  return (
    <EditableList
      title={t('page.title')}
      list={tags}
      columns={[
        {
          id: 'name',
          header: t('field.name'),
          touch: 'title',
          cell: ({ name, color, isProtected }) => (
            <span className={styles.name}>
              <Dot color={color} size={10} />
              <span className={styles.text}>{name}</span>
              {isProtected && (
                <LazyTooltip relationship="label" content={t('list.protected')}>
                  <span className={styles.lock} role="img">
                    <LockClosed16Regular aria-hidden="true" />
                  </span>
                </LazyTooltip>
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
              <Dot color={color} square size={16} />
              {nameOf(color)}
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
      ]}
      nameOf={({ name }) => name}
      search={t('list.search')}
      add={t('form.add')}
      empty={{ title: t('list.empty'), text: t('list.emptyText') }}
      notFound={{ title: t('list.none', { term: tags.term }), text: t('list.noneText') }}
      form={(tag, close) => <TagDialog tag={tag} onSaved={tags.renew} onClose={close} />}
      removal={(tag) =>
        tag.isProtected
          ? t('list.protected')
          : {
              title: t('delete.title', { name: tag.name }),
              text: <TagUsage tag={tag} />,
              verb: t('delete.confirm'),
              done: t('delete.done'),
            }
      }
    />
  );
}
