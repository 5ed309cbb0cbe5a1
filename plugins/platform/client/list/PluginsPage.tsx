import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useErrorText, useT, useViewport } from '@balcao/sdk/client';
import { Bar, EmptyState, ErrorState, Page, SearchBox, SkeletonRows, Tabs } from '@balcao/sdk/ui';
import { PluginSheet } from '../detail/PluginSheet.tsx';
import { InstallSheet } from '../InstallSheet.tsx';
import { conditionOf, conditions, matching, needsAttention, type Condition } from '../installed.ts';
import { useInstalled } from '../useInstalled.ts';
import { PluginTable } from './PluginTable.tsx';
import { TroubleCards } from './TroubleCards.tsx';

const home = '/platform/plugins';
type Filter = 'all' | Condition;

const useStyles = makeStyles({
  searchLine: { marginBottom: '16px' },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  table: { marginTop: '4px' },
});

/** All plugins installed on this platform, for super users. */
export default function PluginsPage() {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { touch } = useViewport();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  const [installing, setInstalling] = useState(false);
  const { plugins, error, isStale, refetch } = useInstalled();

  const term = params.get('q') ?? '';
  const wanted = params.get('state') ?? 'all';
  const filter: Filter = conditions.find((condition) => condition === wanted) ?? 'all';
  // The list keeps its state in the address while a plugin is open over it.
  const rest = useMemo(() => {
    const listState = new URLSearchParams([...params].filter(([name]) => name === 'q' || name === 'state')).toString();
    return listState && `?${listState}`;
  }, [params]);
  const addressOf = useCallback((plugin: string) => `${home}/${encodeURIComponent(plugin)}${rest}`, [rest]);
  const set = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  const found = useMemo(() => matching(plugins ?? [], term), [plugins, term]);
  const shown = filter === 'all' ? found : found.filter((plugin) => conditionOf(plugin) === filter);
  const troubled = shown.filter(needsAttention);
  const sound = shown.filter((plugin) => !needsAttention(plugin));
  const countOf = (condition: Condition): number => found.filter((plugin) => conditionOf(plugin) === condition).length;

  const search = (
    <SearchBox
      value={term}
      onChange={(value) => set('q', value)}
      wait={200}
      placeholder={t('list.search')}
      width={touch ? '100%' : 260}
    />
  );
  const options = [
    { value: 'all' as Filter, label: t('filter.all'), count: found.length },
    ...conditions
      // Rare enough to be hidden while it has no entries.
      .filter(
        (condition) =>
          (condition !== 'partial' && condition !== 'held') || condition === filter || countOf(condition) > 0,
      )
      .map((condition) => ({
        value: condition as Filter,
        label: t(`filter.${condition}`),
        ...(countOf(condition) > 0 ? { count: countOf(condition) } : {}),
      })),
  ];
  const clear = (): void => setParams({}, { replace: true });

  return (
    <Page
      title={t('page.title')}
      {...(plugins && { subtitle: t('page.installed', { count: plugins.length }) })}
      actions={
        <>
          {!touch && search}
          <Button icon={<ArrowDownload20Regular />} onClick={() => setInstalling(true)}>
            {t('install.open')}
          </Button>
        </>
      }
      tabs={
        <Tabs
          label={t('filter.label')}
          value={filter}
          onChange={(value) => set('state', value === 'all' ? '' : value)}
          options={options}
        />
      }
    >
      {touch && <div className={styles.searchLine}>{search}</div>}
      {isStale && (
        <Bar
          tone="warn"
          alert
          action={
            <Button size="small" onClick={() => void refetch()}>
              {t('list.retry')}
            </Button>
          }
        >
          {t('list.stale')} {errorText(error)}
        </Bar>
      )}
      {!plugins &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={9} height={64} />)}
      {troubled.length > 0 && (
        <section aria-label={t('list.troubled')}>
          <h2 className={styles.heading}>{t('list.troubledCount', { count: troubled.length })}</h2>
          <TroubleCards plugins={troubled} addressOf={addressOf} />
        </section>
      )}
      {sound.length > 0 && (
        <section aria-label={t('list.sound')}>
          {troubled.length > 0 && <h2 className={styles.heading}>{t('list.sound')}</h2>}
          <div className={styles.table}>
            <PluginTable
              label={t('page.title')}
              plugins={sound}
              addressOf={addressOf}
              onOpen={(plugin) => void navigate(addressOf(plugin))}
            />
          </div>
        </section>
      )}
      {plugins && shown.length === 0 && (
        <EmptyState
          title={term ? t('list.none', { term }) : t(`filter.none.${filter}`)}
          text={term ? t('list.noneText') : t('filter.noneText')}
          action={<Button onClick={clear}>{t('list.clear')}</Button>}
        />
      )}
      <PluginSheet id={id} plugins={plugins} addressOf={addressOf} onClose={() => void navigate(`${home}${rest}`)} />
      <InstallSheet open={installing} onClose={() => setInstalling(false)} />
    </Page>
  );
}
