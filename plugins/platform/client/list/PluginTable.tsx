import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useFormat, useT, useViewport } from '@balcao/sdk/client';
import { DataTable, ext, type DataColumn } from '@balcao/sdk/ui';
import { ConditionPill } from '../ConditionPill.tsx';
import { conditionOf, nameOf, type InstalledPlugin } from '../installed.ts';
import { useDurations } from '../measures.ts';

const useStyles = makeStyles({
  name: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  title: {
    alignSelf: 'flex-start',
    maxWidth: '100%',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  text: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  meta: { marginTop: '4px', fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground3 },
  whole: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  errors: { color: ext.bad, fontWeight: tokens.fontWeightSemibold },
});

export interface PluginTableProps {
  label: string;
  plugins: readonly InstalledPlugin[];
  addressOf(id: string): string;
  onOpen(id: string): void;
}

/** A table of plugins, one row each. */
export function PluginTable({ label, plugins, addressOf, onOpen }: PluginTableProps) {
  const t = useT();
  const format = useFormat();
  const duration = useDurations();
  const styles = useStyles();
  const { touch, wide } = useViewport();

  const countsOf = ({ companies: { on, total } }: Pick<InstalledPlugin, 'companies'>) => ({
    on: format.number(on),
    total: format.number(total),
  });
  const isAlwaysOn = ({ toggle, onWith }: InstalledPlugin): boolean => toggle === null && onWith === null;
  const companiesOf = (plugin: InstalledPlugin): string =>
    isAlwaysOn(plugin) ? t('companies.always') : t('companies.some', countsOf(plugin));

  const columns: DataColumn<InstalledPlugin>[] = [
    {
      id: 'plugin',
      header: t('field.plugin'),
      touch: 'title',
      cell: (plugin) => (
        <span className={styles.name}>
          <Link
            className={styles.title}
            to={addressOf(plugin.id)}
            // The row is the tab stop, and Enter opens it.
            tabIndex={-1}
          >
            {nameOf(plugin)}
          </Link>
          <span className={styles.text} title={plugin.description}>
            {plugin.description}
          </span>
          {touch && (
            <span className={mergeClasses(styles.text, styles.meta)}>
              {plugin.version} · {isAlwaysOn(plugin) ? t('companies.always') : t('detail.onIn', countsOf(plugin))}
              {plugin.errors.lastHour > 0 && (
                <span className={styles.errors}>
                  {' · '}
                  {t('list.errors', { count: plugin.errors.lastHour })}
                </span>
              )}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'condition',
      header: t('field.condition'),
      width: 168,
      touch: 'actions',
      cell: (plugin) => <ConditionPill condition={conditionOf(plugin)} />,
    },
    {
      id: 'version',
      header: t('field.version'),
      width: 84,
      touch: 'hide',
      cell: ({ version }) => <span className={styles.whole}>{version}</span>,
    },
    ...(wide
      ? [
          {
            id: 'publisher',
            header: t('field.publisher'),
            width: '14%',
            cell: ({ publisher, firstParty }: InstalledPlugin) => (
              <span className={mergeClasses(firstParty && styles.quiet)}>{publisher}</span>
            ),
          },
        ]
      : []),
    {
      id: 'companies',
      header: t('field.companies'),
      width: 120,
      touch: 'hide',
      cell: (plugin) => (
        <span className={mergeClasses(styles.whole, isAlwaysOn(plugin) && styles.quiet)}>{companiesOf(plugin)}</span>
      ),
    },
    {
      id: 'errors',
      header: t('field.errors'),
      width: 96,
      touch: 'hide',
      align: 'end',
      cell: ({ errors: { lastHour } }) => (
        <span className={mergeClasses(styles.whole, lastHour > 0 ? styles.errors : styles.quiet)}>
          {format.number(lastHour)}
        </span>
      ),
    },
    {
      id: 'load',
      header: t('field.load'),
      width: 84,
      align: 'end',
      touch: 'hide',
      cell: ({ loadMs }) => (
        <span className={mergeClasses(styles.whole, styles.quiet)}>{loadMs === null ? '–' : duration(loadMs)}</span>
      ),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={plugins}
      rowKey={({ id }) => id}
      rowHeight={64}
      onRowClick={({ id }) => onOpen(id)}
    />
  );
}
